// The end of a tile is set to zero while the copies to it are pending: either may come last.
// expect: unfinished_copy
// grid: 1
// block: 32
// args: empty:128 ramp:128
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned tile[128];
  const unsigned t = threadIdx.x, to = (unsigned)__cvta_generic_to_shared(&tile[4 * t]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 4 * t)  // FAULT
               : "memory");
  if (t >= 30) tile[4 * t + 1] = 0;  // FAULT
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncwarp();
  for (unsigned i = t; i < 128; i += 32) out[i] = tile[127 - i];
}
