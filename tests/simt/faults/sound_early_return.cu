// Threads without an element leave before the barrier, which then waits for the others only.
// expect: none
// grid: 1
// block: 128
// args: zeros:70 ramp:70 int:70
extern "C" __global__ void kernel(int* out, const int* in, int n) {
  __shared__ int value[128];
  int t = threadIdx.x;
  if (t >= n) return;
  value[t] = in[t];
  __syncthreads();
  out[t] = value[n - 1 - t];
}
