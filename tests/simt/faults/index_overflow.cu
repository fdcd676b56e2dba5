// A product of 32 bits overflows before it becomes an index.
// expect: out_of_bounds
// grid: 1
// block: 32
// args: zeros:64 int:131072
extern "C" __global__ void kernel(int* out, int stride) {
  unsigned row = threadIdx.x * 4096u * unsigned(stride) / 131072u;
  int column = int(threadIdx.x) * stride * 16384 - int(threadIdx.x);
  out[column + int(row)] = 1;  // FAULT
}
