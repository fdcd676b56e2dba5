// The last block sums what the others wrote, which no fence made visible.
// expect: global_race
// grid: 8
// block: 64
// args: zeros:8 zeros:1 zeros:1 ramp:512
extern "C" __global__ void kernel(int* partial, unsigned* ticket, int* out, const int* in) {
  __shared__ int sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;  // FAULT
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int i = 0; i < gridDim.x; ++i) total += partial[i];  // FAULT
    *out = total;
  }
}
