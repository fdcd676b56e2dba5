// Compares two buffers, so that an output that was verified once need not be downloaded again.

namespace verify {

// Sets *differ to 1 if the first n bytes of a and b, both 16-byte aligned, differ; else leaves it.
__global__ void __launch_bounds__(1024)
    find_difference(const uint4* a, const uint4* b, size_t n, unsigned* differ) {
  const size_t first = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t vectors = n / sizeof(uint4);
  unsigned seen = 0;
  for (size_t i = first; i < vectors; i += threads) {
    const uint4 u = a[i], v = b[i];
    seen |= (u.x ^ v.x) | (u.y ^ v.y) | (u.z ^ v.z) | (u.w ^ v.w);
  }
  const size_t rest = vectors * sizeof(uint4) + first;
  if (rest < n)
    seen |= reinterpret_cast<const unsigned char*>(a)[rest] ^
            reinterpret_cast<const unsigned char*>(b)[rest];
  if (seen != 0) *differ = 1;
}

}  // namespace verify
