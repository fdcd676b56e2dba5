// The grid is rounded up and the store has no guard.
// expect: out_of_bounds
// grid: 2
// block: 64
// args: zeros:100
extern "C" __global__ void kernel(int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;  // FAULT
}
