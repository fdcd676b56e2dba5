// A ring of two stages whose loop leaves one group pending, although the stage that it reads is the
// one copied last.
// expect: unfinished_copy
// grid: 1
// block: 64
// args: empty:64 ramp:512
__device__ void copy(unsigned* to, const unsigned* from) {
  const unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");  // FAULT
  asm volatile("cp.async.commit_group;" ::: "memory");
}
extern "C" __global__ void kernel(unsigned* out, const unsigned* in) {
  __shared__ unsigned stage[2][64];
  const unsigned t = threadIdx.x;
  unsigned sum = 0;
  for (unsigned i = 0; i < 8; ++i) {
    copy(&stage[i % 2][t], in + 64 * i + t);
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    sum += stage[i % 2][63 - t];  // FAULT
    __syncthreads();
  }
  out[t] = sum;
}
