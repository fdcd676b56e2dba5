// A lock with fences after taking it and before giving it back.
// expect: none
// grid: 6
// block: 96
// args: zeros:1 zeros:1
extern "C" __global__ void kernel(int* lock, int* count) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *count += 1;
  __threadfence();
  atomicExch(lock, 0);
}
