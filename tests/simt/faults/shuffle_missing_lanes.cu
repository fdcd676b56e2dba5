// A shuffle for the whole warp that only half of it reaches.
// expect: missing_lanes
// grid: 1
// block: 32
// args: zeros:32 ramp:32
extern "C" __global__ void kernel(int* out, const int* in) {
  int value = in[threadIdx.x];
  if (threadIdx.x < 16)
    value += __shfl_down_sync(0xffffffff, value, 8);  // FAULT
  else
    value *= 3;
  out[threadIdx.x] = value;
}
