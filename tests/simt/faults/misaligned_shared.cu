// Two neighbours of shared memory read as one vector of 8 bytes, from an odd word.
// expect: misaligned
// grid: 1
// block: 32
// args: zeros:32 ramp:33
extern "C" __global__ void kernel(int* out, const int* in) {
  __shared__ __align__(8) int words[66];
  for (int i = threadIdx.x; i < 66; i += 32) words[i] = in[i % 33];
  __syncwarp();
  const int2 two = *reinterpret_cast<const int2*>(words + 2 * threadIdx.x + 1);  // FAULT
  out[threadIdx.x] = two.x + two.y;
}
