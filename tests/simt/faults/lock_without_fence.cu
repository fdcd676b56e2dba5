// The lock excludes others but publishes nothing.
// expect: global_race
// grid: 4
// block: 32
// args: zeros:1 zeros:1
extern "C" __global__ void kernel(int* lock, int* count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    *count += 1;  // FAULT
    atomicExch(lock, 0);
  }
}
