// Every thread fences its own result; after the barrier one thread takes the ticket.
// expect: none
// grid: 8
// block: 64
// args: empty:512 zeros:1 zeros:1 ramp:512
extern "C" __global__ void kernel(int* partial, unsigned* ticket, int* out, const int* in) {
  __shared__ bool last;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[i] = 2 * in[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(ticket, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int total = 0;
    for (int j = 0; j < 512; ++j) total += partial[j];
    *out = total;
  }
}
