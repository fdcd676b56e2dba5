// The lanes are not in the mask that they give.
// expect: missing_lanes
// grid: 1
// block: 32
// args: zeros:32 ramp:32
extern "C" __global__ void kernel(int* out, const int* in) {
  int value = in[threadIdx.x];
  value += __shfl_xor_sync(0x0000ffff, value, 1);  // FAULT
  out[threadIdx.x] = value;
}
