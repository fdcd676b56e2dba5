// The toolkit's __pipeline_memcpy_async with two stages: the number of groups that stay pending is
// a variable, so that a wait is one of several instructions. A barrier precedes each refill.
// expect: none
// grid: 2
// block: 64
// args: empty:128 ramp:1024
__device__ void wait_prior(unsigned pending) {
  if (pending == 0)
    asm volatile("cp.async.wait_group 0;" ::: "memory");
  else
    asm volatile("cp.async.wait_group 1;" ::: "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned stage[2][256];
  const unsigned t = threadIdx.x;
  const auto copy = [&](unsigned i) {
    const unsigned to = (unsigned)__cvta_generic_to_shared(&stage[i % 2][4 * t]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 256 * i + 4 * t)
                 : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  unsigned sum = 0;
  copy(0);
  for (unsigned i = 0; i < 4; ++i) {
    if (i + 1 < 4) copy(i + 1);
    wait_prior(i + 1 < 4 ? 1 : 0);
    __syncthreads();
    for (unsigned k = 0; k < 4; ++k) sum += stage[i % 2][(t * 5 + 64 * k) % 256];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
