// The last block sums the partial results: fence, ticket, barrier.
// expect: none
// grid: 40
// block: 64
// args: empty:40 zeros:1 zeros:1 ramp:2560
extern "C" __global__ void kernel(int* partial, unsigned* ticket, int* out, const int* in) {
  __shared__ int sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int total = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) total += partial[i];
    atomicAdd(out, total);
  }
}
