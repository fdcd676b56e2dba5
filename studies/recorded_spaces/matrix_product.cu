// Product of two square matrices of floats. A block computes a tile of the result from slabs of both
// factors in shared memory, a thread thread_m x thread_n elements of it.

template <int width>
struct alignas(sizeof(float) * width) pack {
  float values[width];
};

__global__ void multiply_plain(float* c, const float* a, const float* b, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= n || row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// The slab of `a` is stored with k first, so that both slabs are read along a row. With two buffers the
// next slab is loaded into registers while the current one is multiplied, and a step has one barrier.
template <int tile_m, int tile_n, int tile_k, int thread_m, int thread_n, int vector, int padding,
          int buffers>
__global__ void __launch_bounds__((tile_m / thread_m) * (tile_n / thread_n))
    multiply_tiled(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b,
                   int n) {
  constexpr int threads_x = tile_n / thread_n, threads_y = tile_m / thread_m;
  constexpr int threads = threads_x * threads_y;
  constexpr int a_loads = tile_m * tile_k / (threads * vector);
  constexpr int b_loads = tile_n * tile_k / (threads * vector);
  __shared__ __align__(16) float a_slab[buffers][tile_k][tile_m + padding];
  __shared__ __align__(16) float b_slab[buffers][tile_k][tile_n + padding];
  using loaded = pack<vector>;

  const int thread = threadIdx.x, x = thread % threads_x, y = thread / threads_x;
  const int left = blockIdx.x * tile_n, top = blockIdx.y * tile_m;
  loaded a_next[a_loads], b_next[b_loads];
  float sums[thread_m][thread_n] = {};

  auto load = [&](int start) {
#pragma unroll
    for (int i = 0; i < a_loads; ++i) {
      const int at = thread + i * threads;
      const int row = at / (tile_k / vector), k = at % (tile_k / vector) * vector;
      a_next[i] = *reinterpret_cast<const loaded*>(a + (top + row) * n + start + k);
    }
#pragma unroll
    for (int i = 0; i < b_loads; ++i) {
      const int at = thread + i * threads;
      const int k = at / (tile_n / vector), column = at % (tile_n / vector) * vector;
      b_next[i] = *reinterpret_cast<const loaded*>(b + (start + k) * n + left + column);
    }
  };
  auto store = [&](int buffer) {
#pragma unroll
    for (int i = 0; i < a_loads; ++i) {
      const int at = thread + i * threads;
      const int row = at / (tile_k / vector), k = at % (tile_k / vector) * vector;
#pragma unroll
      for (int j = 0; j < vector; ++j) a_slab[buffer][k + j][row] = a_next[i].values[j];
    }
#pragma unroll
    for (int i = 0; i < b_loads; ++i) {
      const int at = thread + i * threads;
      const int k = at / (tile_n / vector), column = at % (tile_n / vector) * vector;
      *reinterpret_cast<loaded*>(&b_slab[buffer][k][column]) = b_next[i];
    }
  };
  auto multiply = [&](int buffer) {
#pragma unroll
    for (int k = 0; k < tile_k; ++k) {
      float rows[thread_m];
      loaded columns[thread_n / vector];
#pragma unroll
      for (int i = 0; i < thread_m; ++i) rows[i] = a_slab[buffer][k][y + i * threads_y];
#pragma unroll
      for (int j = 0; j < thread_n / vector; ++j)
        columns[j] =
            *reinterpret_cast<const loaded*>(&b_slab[buffer][k][(x + j * threads_x) * vector]);
#pragma unroll
      for (int i = 0; i < thread_m; ++i)
#pragma unroll
        for (int j = 0; j < thread_n; ++j)
          sums[i][j] += rows[i] * columns[j / vector].values[j % vector];
    }
  };

  if constexpr (buffers == 1) {
    for (int start = 0; start < n; start += tile_k) {
      load(start);
      store(0);
      __syncthreads();
      multiply(0);
      __syncthreads();
    }
  } else {
    load(0);
    store(0);
    __syncthreads();
    int current = 0;
    for (int start = tile_k; start < n; start += tile_k) {
      load(start);
      multiply(current);
      store(current ^ 1);
      __syncthreads();
      current ^= 1;
    }
    multiply(current);
  }

#pragma unroll
  for (int i = 0; i < thread_m; ++i)
#pragma unroll
    for (int j = 0; j < thread_n / vector; ++j) {
      loaded result;
#pragma unroll
      for (int v = 0; v < vector; ++v) result.values[v] = sums[i][j * vector + v];
      const int row = top + y + i * threads_y, column = left + (x + j * threads_x) * vector;
      *reinterpret_cast<loaded*>(c + row * n + column) = result;
    }
}
