// Decoupled look-back over blocks: aggregate, flag, prefix, flag, with fences around the flags.
// expect: none
// grid: 24
// block: 32
// args: empty:24 empty:24 zeros:24 empty:24 ramp:768
extern "C" __global__ void kernel(int* aggregate, int* prefix, volatile int* flag, int* out,
                                  const int* in) {
  int b = blockIdx.x;
  int value = in[b * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffff, value, d);
  if (threadIdx.x != 0) return;
  aggregate[b] = value;
  __threadfence();
  flag[b] = 1;
  int before = 0;
  for (int j = b - 1; j >= 0; --j) {
    int state;
    while ((state = flag[j]) == 0)
      ;
    __threadfence();
    if (state == 2) {
      before += prefix[j];
      break;
    }
    before += aggregate[j];
  }
  prefix[b] = before + value;
  __threadfence();
  flag[b] = 2;
  out[b] = before + value;
}
