// Some threads add atomically, another one resets the counter with a plain store.
// expect: shared_race missing_syncwarp
// grid: 1
// block: 64
// args: zeros:1 ramp:64
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] > 5) atomicAdd(&count, 1);  // FAULT
  if (threadIdx.x == 63) count = 0;               // FAULT
  __syncthreads();
  if (threadIdx.x == 0) *out = count;
}
