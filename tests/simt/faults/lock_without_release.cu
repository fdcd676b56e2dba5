// Nobody gives the lock back: the next warp spins for ever.
// expect: deadlock
// grid: 1
// block: 64
// args: zeros:1 zeros:1
extern "C" __global__ void kernel(int* lock, int* count) {
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0)  // FAULT
      ;
    __threadfence();
    *count += 1;
    __threadfence();
  }
}
