// Two shared buffers that take turns, one barrier a step.
// expect: none
// grid: 2
// block: 128
// args: zeros:256 ramp:256 int:6
extern "C" __global__ void kernel(int* out, const int* in, int steps) {
  __shared__ int value[2][128];
  int t = threadIdx.x, from = 0, i0 = blockIdx.x * 128;
  value[0][t] = in[i0 + t];
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < steps; ++i) {
    value[1 - from][t] = value[from][(t + 33) % 128];
    from = 1 - from;
    __syncthreads();
  }
  out[i0 + t] = value[from][t];
}
