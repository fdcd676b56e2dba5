// The last steps of a tree with __syncwarp between reads and writes.
// expect: none
// grid: 2
// block: 32
// args: zeros:2 ramp:128
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[64];
  int t = threadIdx.x;
  const int* mine = in + 64 * blockIdx.x;
  value[t] = mine[t];
  value[t + 32] = mine[t + 32];
  __syncwarp();
  for (int d = 32; d > 0; d /= 2) {
    int right = t < d ? value[t + d] : 0;
    __syncwarp();
    if (t < d) value[t] += right;
    __syncwarp();
  }
  if (t == 0) out[blockIdx.x] = value[0];
}
