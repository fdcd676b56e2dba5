// Each half of the warp shuffles among itself, with a mask of its own.
// expect: none
// grid: 1
// block: 32
// args: zeros:32 ramp:32
extern "C" __global__ void kernel(int* out, const int* in) {
  int value = in[threadIdx.x];
  if (threadIdx.x < 16)
    value += __shfl_xor_sync(0x0000ffff, value, 3);
  else
    value += __shfl_xor_sync(0xffff0000, value, 5);
  unsigned odd = __ballot_sync(0xffffffff, value & 1);
  if (value & 1) value += __shfl_sync(odd, value, __ffs(odd) - 1);
  out[threadIdx.x] = value;
}
