// The mask leaves out the lanes that wrote.
// expect: missing_syncwarp
// grid: 1
// block: 32
// args: zeros:32 ramp:32
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int value[32];
  int t = threadIdx.x;
  value[t] = in[t];  // FAULT
  if (t < 16) {
    __syncwarp(0x0000ffff);
    out[t] = value[t + 16];  // FAULT
  }
}
