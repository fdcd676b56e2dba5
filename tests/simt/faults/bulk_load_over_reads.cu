// A stage is filled again while the other warp may still read it: nothing waits for the readers.
// expect: shared_race missing_syncwarp
// grid: 1
// block: 64
// args: empty:64 ramp:128
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(unsigned long long* bar, unsigned parity) {
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra WAIT; }" ::"r"(at(bar)), "r"(parity) : "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned stage[64];
  __shared__ alignas(8) unsigned long long full[2];
  const unsigned t = threadIdx.x, to = at(stage);
  if (t == 0) {
    for (int i = 0; i < 2; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full[i])) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  unsigned sum = 0;
  for (unsigned i = 0; i < 2; ++i) {
    if (t == 0) {
      const unsigned count = at(&full[i]);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(count)
                   : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                   "[%0], [%1], 256, [%2];" ::"r"(to), "l"(in + 64 * i), "r"(count) : "memory");  // FAULT
    }
    wait(&full[i], 0);
    sum += stage[63 - t];  // FAULT
  }
  out[t] = sum;
}
