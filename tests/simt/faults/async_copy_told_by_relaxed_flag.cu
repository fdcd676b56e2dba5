// A warp waits for the mbarrier of its copies and sets a flag that releases nothing. The barrier
// between the copies and their arrival orders nothing either.
// expect: shared_race
// grid: 1
// block: 64
// args: empty:64 ramp:32
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[32];
  __shared__ alignas(8) unsigned long long full;
  __shared__ volatile unsigned flag;
  const unsigned t = threadIdx.x;
  if (t == 0) {
    flag = 0;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full)) : "memory");
  }
  __syncthreads();
  const unsigned to = at(&tile[t % 32]);
  if (t < 32)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t) : "memory");  // FAULT
  __syncthreads();
  if (t < 32) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(at(&full))
                 : "memory");
    asm volatile(
        "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
        "@!p bra WAIT; }" ::"r"(at(&full))
        : "memory");
    if (t == 0) flag = 1;
    return;
  }
  while (flag == 0) {
  }
  out[t] = tile[t - 32];  // FAULT
}
