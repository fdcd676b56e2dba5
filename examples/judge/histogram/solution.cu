// Counts of the block in shared memory, added to the global ones at the end.

extern "C" __global__ void solve(const unsigned char* values, unsigned* counts, unsigned n) {
  __shared__ unsigned of_block[256];
  of_block[threadIdx.x] = 0;
  __syncthreads();
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const unsigned words = n / 4;
  const unsigned* const four = reinterpret_cast<const unsigned*>(values);
  for (unsigned i = thread; i < words; i += threads) {
    const unsigned word = four[i];
    for (unsigned byte = 0; byte < 4; ++byte) atomicAdd(&of_block[word >> 8 * byte & 255], 1u);
  }
  if (4 * words + thread < n) atomicAdd(&of_block[values[4 * words + thread]], 1u);
  __syncthreads();
  if (of_block[threadIdx.x] != 0) atomicAdd(&counts[threadIdx.x], of_block[threadIdx.x]);
}
