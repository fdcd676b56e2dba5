// Transposes of a batch of square matrices of floats.

template <int width>
struct alignas(sizeof(float) * width) pack {
  float values[width];
};

__global__ void transpose_plain(float* result, const float* matrix, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const long long first = (long long)blockIdx.z * n * n;
  result[first + x * n + y] = matrix[first + y * n + x];
}

// A tile of tile_x x tile_y elements passes through shared memory; rows are loaded and stored by vectors.
// With order 1, consecutive blocks go down the matrix, not along it.
template <int tile_x, int tile_y, int threads, int vector, int padding, int order, int matrices>
__global__ void __launch_bounds__(threads)
    transpose_tiled(float* __restrict__ result, const float* __restrict__ matrix, int n) {
  __shared__ float tile[tile_y][tile_x + padding];
  using moved = pack<vector>;
  constexpr int moves = tile_x * tile_y / (threads * vector);
  const int across = n / tile_x, down = n / tile_y;
  const int left = (order == 0 ? blockIdx.x % across : blockIdx.x / down) * tile_x;
  const int top = (order == 0 ? blockIdx.x / across : blockIdx.x % down) * tile_y;

  for (int m = 0; m < matrices; ++m) {
    const long long first = (long long)(blockIdx.y * matrices + m) * n * n;
#pragma unroll
    for (int i = 0; i < moves; ++i) {
      const int at = threadIdx.x + i * threads;
      const int x = at % (tile_x / vector) * vector, y = at / (tile_x / vector);
      const moved row =
          *reinterpret_cast<const moved*>(matrix + first + (top + y) * n + left + x);
#pragma unroll
      for (int v = 0; v < vector; ++v) tile[y][x + v] = row.values[v];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < moves; ++i) {
      const int at = threadIdx.x + i * threads;
      const int y = at % (tile_y / vector) * vector, x = at / (tile_y / vector);
      moved column;
#pragma unroll
      for (int v = 0; v < vector; ++v) column.values[v] = tile[y + v][x];
      *reinterpret_cast<moved*>(result + first + (left + x) * n + top + y) = column;
    }
    if (m + 1 < matrices) __syncthreads();
  }
}
