// All lanes write their own value into the same slot.
// expect: write_conflict
// grid: 1
// block: 32
// args: zeros:1 ramp:32
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int slot;
  slot = in[threadIdx.x];  // FAULT
  __syncthreads();
  if (threadIdx.x == 0) out[0] = slot;
}
