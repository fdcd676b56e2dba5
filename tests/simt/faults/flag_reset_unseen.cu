// A block sets a flag, another resets it by an ordinary store without having seen it.
// expect: global_race
// grid: 2
// block: 32
// args: zeros:1 zeros:1
extern "C" __global__ void kernel(int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(flag) : "memory");  // FAULT
    return;
  }
  *flag = 0;  // FAULT
}
