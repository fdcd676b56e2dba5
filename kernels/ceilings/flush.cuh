// Replaces the contents of L2, so that the timed kernel starts with none of its data cached.

namespace ceilings {

// Reads n 16-byte vectors. They stay clean in L2 and are evicted without a write to memory. All
// words are even, which the compiler does not know: the reads stay and the write never happens.
__global__ void __launch_bounds__(1024) flush_clean(uint4* vectors, size_t n, unsigned) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  unsigned seen = 0;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    const uint4 v = vectors[i];
    seen |= v.x | v.y | v.z | v.w;
  }
  if (seen & 1) vectors[0].x = 0;
}

// Writes n 16-byte vectors, each time with a different value. They stay dirty in L2 and are written
// back when evicted.
__global__ void __launch_bounds__(1024) flush_dirty(uint4* vectors, size_t n, unsigned value) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads)
    vectors[i] = make_uint4(value, value + 1, value + 2, value + 3);
}

}  // namespace ceilings
