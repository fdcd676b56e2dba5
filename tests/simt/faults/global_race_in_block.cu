// Warps of one block exchange through global memory without a barrier.
// expect: global_race
// grid: 1
// block: 64
// args: zeros:64 ramp:64 zeros:64
extern "C" __global__ void kernel(volatile int* out, const int* in, int* scratch) {
  int t = threadIdx.x;
  scratch[t] = in[t];        // FAULT
  out[t] = scratch[63 - t];  // FAULT
}
