// A warp fills a ring of two stages by bulk copies, the others read them; full and empty mbarriers
// order the two, and another tile is handed on by mbarriers alone.
// expect: none
// grid: 2
// block: 96
// args: empty:2048 ramp:1024
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void wait(unsigned long long* bar, unsigned parity) {
  asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
               "@!p bra WAIT; }" ::"r"(at(bar)), "r"(parity) : "memory");
}
__device__ void arrive(unsigned long long* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(128) unsigned stage[2][64];
  __shared__ unsigned handed[64];
  __shared__ alignas(8) unsigned long long full[2], empty[2], ready;
  const unsigned t = threadIdx.x;
  if (t == 0) {
    for (int i = 0; i < 2; ++i) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full[i])) : "memory");
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(at(&empty[i])) : "memory");
    }
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&ready)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (t >= 64) {
    handed[t - 64] = in[t];
    arrive(&ready);
    if (t == 64)
      for (unsigned i = 0; i < 8; ++i) {
        wait(&empty[i % 2], (i / 2 + 1) % 2);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(
                         at(&full[i % 2]))
                     : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1], 256, [%2];" ::"r"(at(stage[i % 2])), "l"(in + 64 * i),
                     "r"(at(&full[i % 2])) : "memory");
      }
    return;
  }
  unsigned sum = 0;
  for (unsigned i = 0; i < 8; ++i) {
    wait(&full[i % 2], i / 2 % 2);
    sum += stage[i % 2][63 - t];
    arrive(&empty[i % 2]);
  }
  wait(&ready, 0);
  out[blockIdx.x * 64 + t] = sum + handed[t % 32];
}
