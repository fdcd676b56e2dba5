// A guard that lets one thread too many through.
// expect: out_of_bounds
// grid: 2
// block: 64
// args: zeros:101 ramp:100 int:100
extern "C" __global__ void kernel(int* out, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = in[i];  // FAULT
}
