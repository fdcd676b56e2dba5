// Each thread waits for its copy, but only after the barrier: it then knows of its own alone.
// expect: shared_race missing_syncwarp unfinished_copy
// grid: 1
// block: 64
// args: empty:64 ramp:64
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned tile[64];
  const unsigned t = threadIdx.x, to = (unsigned)__cvta_generic_to_shared(&tile[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t) : "memory");  // FAULT
  asm volatile("cp.async.commit_group;" ::: "memory");
  __syncthreads();
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  out[t] = tile[t ^ 32];  // FAULT
}
