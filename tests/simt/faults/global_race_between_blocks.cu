// Each block overwrites an element at its edge that the next block reads.
// expect: global_race
// grid: 4
// block: 64
// args: ramp:257
extern "C" __global__ void kernel(int* values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int right = values[i + 1];  // FAULT
  __syncthreads();
  values[i] = right;  // FAULT
}
