// Tiles of block * unroll vectors of 16 bytes, in a grid-stride loop. A block loads a full tile
// before it stores the first vector of it. Vectors that fill no tile are copied one by one, and so
// are bytes that fill no vector.

namespace copy {

template <int block, int unroll>
__global__ void __launch_bounds__(block)
    vectorised(const unsigned char* from, unsigned char* to, size_t bytes) {
  const size_t thread = size_t(blockIdx.x) * block + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * block;
  const size_t vectors = bytes / 16;
  const uint4* wide_from = reinterpret_cast<const uint4*>(from);
  uint4* wide_to = reinterpret_cast<uint4*>(to);

  constexpr size_t tile = size_t(block) * unroll;
  const size_t tiles = vectors / tile;
  for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const size_t first = t * tile + threadIdx.x;
    uint4 loaded[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) loaded[u] = wide_from[first + u * block];
#pragma unroll
    for (int u = 0; u < unroll; ++u) wide_to[first + u * block] = loaded[u];
  }
  for (size_t i = tiles * tile + thread; i < vectors; i += threads) wide_to[i] = wide_from[i];
  for (size_t j = vectors * 16 + thread; j < bytes; j += threads) to[j] = from[j];
}

}  // namespace copy
