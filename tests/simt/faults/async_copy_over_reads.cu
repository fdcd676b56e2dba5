// The last barrier of a step is missing: a stage is filled again while others may still read it.
// expect: shared_race missing_syncwarp
// grid: 1
// block: 64
// args: empty:64 ramp:512
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[64];
  const unsigned t = threadIdx.x, to = (unsigned)__cvta_generic_to_shared(&tile[t]);
  unsigned sum = 0;
  for (unsigned i = 0; i < 8; ++i) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + 64 * i + t)  // FAULT
                 : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    sum += tile[63 - t];  // FAULT
  }
  out[t] = sum;
}
