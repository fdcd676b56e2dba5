// A barrier follows the copies, but no thread waits for its own: threads read old data.
// expect: unfinished_copy shared_race
// grid: 1
// block: 128
// args: empty:128 ramp:128
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[128];
  const unsigned t = threadIdx.x, to = (unsigned)__cvta_generic_to_shared(&tile[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t) : "memory");  // FAULT
  asm volatile("cp.async.commit_group;" ::: "memory");
  __syncthreads();
  out[t] = tile[127 - t];  // FAULT
}
