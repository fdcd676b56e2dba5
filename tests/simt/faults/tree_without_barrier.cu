// The barrier is before the loop but not in it.
// expect: shared_race
// grid: 1
// block: 256
// args: zeros:1 ramp:256
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[256];
  int t = threadIdx.x;
  value[t] = in[t];
  __syncthreads();
  for (int d = 128; d >= 32; d /= 2)
    if (t < d) value[t] += value[t + d];  // FAULT
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int i = 0; i < 32; ++i) sum += value[i];
    out[0] = sum;
  }
}
