// A pointer to an allocation that was released before the launch.
// expect: out_of_bounds
// grid: 1
// block: 32
// args: zeros:32 freed:32
extern "C" __global__ void kernel(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x];  // FAULT
}
