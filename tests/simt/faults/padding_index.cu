// The store uses the padded pitch, the load the unpadded one: rows overlap.
// expect: uninitialised_read
// grid: 1
// block: 32 8
// args: zeros:1024 ramp:1024
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ int tile[32 * 33];
  int x = threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) tile[y * 33 + x] = in[y * 32 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + x] = tile[x * 32 + y];  // FAULT
}
