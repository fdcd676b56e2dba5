// A sum in memory that was never set to zero.
// expect: uninitialised_read
// grid: 1
// block: 64
// args: empty:1 ramp:64
extern "C" __global__ void kernel(int* sum, const int* in) {
  atomicAdd(sum, in[threadIdx.x]);  // FAULT
}
