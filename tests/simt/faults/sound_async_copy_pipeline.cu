// A product's main loop: four stages, a group per step, also where nothing is left to copy; the
// wait leaves two groups pending, and one barrier a step both shows the stage and frees the last.
// expect: none
// grid: 2
// block: 128
// args: empty:256 ramp:8192
template <unsigned pending>
__device__ void wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  constexpr unsigned stages = 4, steps = 16;
  __shared__ alignas(16) unsigned tile[stages][512];
  const unsigned t = threadIdx.x;
  const auto copy = [&](unsigned step) {
    const unsigned to = (unsigned)__cvta_generic_to_shared(&tile[step % stages][4 * t]);
    if (step < steps)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 512 * step + 4 * t)
                   : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (unsigned i = 0; i < stages - 1; ++i) copy(i);
  unsigned sum = 0;
  for (unsigned i = 0; i < steps; ++i) {
    wait<stages - 2>();
    __syncthreads();
    copy(i + stages - 1);
    const unsigned* from = tile[i % stages];
    for (unsigned k = 0; k < 4; ++k) sum += from[(37 * t + 128 * k) % 512];
  }
  wait<0>();
  __syncthreads();
  tile[0][t] = sum;
  __syncthreads();
  out[blockIdx.x * 128 + t] = tile[0][127 - t];
}
