// Blocks count in a global variable without an atomic.
// expect: global_race
// grid: 8
// block: 32
// args: zeros:1
extern "C" __global__ void kernel(int* count) {
  if (threadIdx.x == 0) *count += 1;  // FAULT
}
