// A barrier of all blocks by an atomic counter; then every block reads every other's result.
// expect: none
// grid: 8
// block: 64
// args: empty:512 zeros:1 empty:512 ramp:512
extern "C" __global__ void kernel(int* first, unsigned* arrived, int* second, const int* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  first[i] = in[i] + 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned*)arrived < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  second[i] = first[511 - i];
}
