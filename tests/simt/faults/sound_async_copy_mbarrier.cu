// A warp fills a ring of two stages, its copies arrive at an mbarrier for which the others wait; it
// never waits for them itself until it ends, and for a stage's readers before it fills it again.
// expect: none
// grid: 2
// block: 96
// args: empty:128 ramp:512
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(unsigned long long* bar, unsigned parity) {
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra WAIT; }" ::"r"(at(bar)), "r"(parity) : "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned stage[2][64];
  __shared__ alignas(8) unsigned long long full[2], empty[2];
  const unsigned t = threadIdx.x;
  if (t < 2) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full[t])) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&empty[t])) : "memory");
  }
  __syncthreads();
  if (t >= 64) {
    for (unsigned i = 0; i < 8; ++i) {
      if (i >= 2) wait(&empty[i % 2], (i / 2 + 1) % 2);
      for (unsigned k = t - 64; k < 64; k += 32)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&stage[i % 2][k])),
                     "l"(in + 64 * i + k) : "memory");
      if (i % 3 == 2) {  // The arrival counts as one more.
        asm volatile("cp.async.mbarrier.arrive.shared::cta.b64 [%0];" ::"r"(at(&full[i % 2]))
                     : "memory");
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&full[i % 2])) : "memory");
      } else {
        asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(at(&full[i % 2]))
                     : "memory");
      }
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    return;
  }
  unsigned sum = 0;
  for (unsigned i = 0; i < 8; ++i) {
    wait(&full[i % 2], i / 2 % 2);
    sum += stage[i % 2][63 - t];
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(&empty[i % 2])) : "memory");
  }
  out[blockIdx.x * 64 + t] = sum;
}
