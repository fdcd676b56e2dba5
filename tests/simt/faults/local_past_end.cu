// An index from outside into a thread's own array.
// expect: out_of_bounds
// grid: 1
// block: 32
// args: zeros:32 ramp:32 int:100
extern "C" __global__ void kernel(int* out, const int* in, int at) {
  int mine[8];
  for (int i = 0; i < 8; ++i) mine[i] = in[(threadIdx.x + i) & 31];
  mine[(at + threadIdx.x) % 40] = 7;  // FAULT
  int sum = 0;
  for (int i = 0; i < 8; ++i) sum += mine[(i * at) & 7];
  out[threadIdx.x] = sum;
}
