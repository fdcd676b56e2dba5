// Copies arrive at an mbarrier, for which only the first warp waits.
// expect: unfinished_copy shared_race
// grid: 1
// block: 96
// args: empty:96 ramp:32
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[32];
  __shared__ alignas(8) unsigned long long full;
  const unsigned t = threadIdx.x;
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full)) : "memory");
  __syncthreads();
  if (t >= 64) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at(&tile[t - 64])),
                 "l"(in + t - 64) : "memory");  // FAULT
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(at(&full)) : "memory");
    out[t] = tile[t - 64];  // FAULT
    return;
  }
  if (t < 32)
    asm volatile("{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
                 "@!p bra WAIT; }" ::"r"(at(&full)) : "memory");
  out[t] = tile[31 - t % 32];  // FAULT
}
