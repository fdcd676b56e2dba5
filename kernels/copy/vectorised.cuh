// A grid-stride loop over 16-byte vectors, `unroll` of them in flight per thread: all are loaded
// before the first is stored. The bytes that fill no whole vector are copied one by one.

namespace copy {

template <int block, int unroll>
__global__ void __launch_bounds__(block)
    vectorised(const unsigned char* from, unsigned char* to, size_t bytes) {
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * block;
  const size_t vectors = bytes / 16;
  const uint4* wide_from = reinterpret_cast<const uint4*>(from);
  uint4* wide_to = reinterpret_cast<uint4*>(to);

  size_t i = thread;
  for (; i + (unroll - 1) * threads < vectors; i += unroll * threads) {
    uint4 loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = wide_from[i + u * threads];
#pragma unroll
    for (int u = 0; u < unroll; ++u) wide_to[i + u * threads] = loaded[u];
  }
  for (; i < vectors; i += threads) wide_to[i] = wide_from[i];
  for (size_t j = vectors * 16 + thread; j < bytes; j += threads) to[j] = from[j];
}

}  // namespace copy
