// Only half of the slots are written before all of them are read.
// expect: uninitialised_read
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[64];
  int t = threadIdx.x;
  if (t < 32) value[t] = in[t];
  __syncthreads();
  out[t] = value[63 - t];  // FAULT
}
