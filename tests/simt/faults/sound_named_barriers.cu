// Producer and consumer warps with bar.arrive and bar.sync on two named barriers.
// expect: none
// grid: 2
// block: 64
// args: zeros:64 ramp:64 int:4
extern "C" __global__ void kernel(int* out, const int* in, int steps) {
  __shared__ int slot[32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < steps; ++i) {
      asm volatile("bar.sync 2, 64;" ::: "memory");
      slot[lane] = in[lane] + i;
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    int sum = 0;
    for (int i = 0; i < steps; ++i) {
      asm volatile("bar.arrive 2, 64;" ::: "memory");
      asm volatile("bar.sync 1, 64;" ::: "memory");
      sum += slot[31 - lane];
    }
    out[blockIdx.x * 32 + lane] = sum;
  }
}
