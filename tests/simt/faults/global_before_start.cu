// The left neighbour of the first element.
// expect: out_of_bounds
// grid: 1
// block: 64
// args: zeros:64 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  int i = threadIdx.x;
  out[i] = in[i] - in[i - 1];  // FAULT
}
