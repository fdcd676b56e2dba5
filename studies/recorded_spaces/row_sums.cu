// Sums of the rows of a square matrix of floats.

template <int width>
struct alignas(sizeof(float) * width) pack {
  float values[width];
};

__global__ void row_sums_plain(float* sums, const float* matrix, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int column = 0; column < n; ++column) sum += matrix[(long long)row * n + column];
  sums[row] = sum;
}

// `lanes` threads share a row, a block has `groups` rows at once and `passes` one after the other. A
// thread keeps `accumulators` sums. The threads of a row are combined by shuffles (combine 0), where a
// row's warps meet in shared memory, or by a tree in shared memory (1).
template <int lanes, int groups, int passes, int vector, int accumulators, int combine>
__global__ void __launch_bounds__(lanes* groups)
    row_sums_grouped(float* __restrict__ sums, const float* __restrict__ matrix, int n) {
  __shared__ float shared[groups][lanes];
  using loaded = pack<vector>;
  const int lane = threadIdx.x % lanes, group = threadIdx.x / lanes;
  constexpr int stride = lanes * vector;

  for (int pass = 0; pass < passes; ++pass) {
    const int row = (blockIdx.x * passes + pass) * groups + group;
    const float* first = matrix + (long long)row * n + lane * vector;
    float partial[accumulators] = {};
    for (int start = 0; start < n; start += stride * accumulators) {
      loaded values[accumulators];
#pragma unroll
      for (int i = 0; i < accumulators; ++i)
        values[i] = *reinterpret_cast<const loaded*>(first + start + i * stride);
#pragma unroll
      for (int i = 0; i < accumulators; ++i)
#pragma unroll
        for (int v = 0; v < vector; ++v) partial[i] += values[i].values[v];
    }
    float sum = 0;
#pragma unroll
    for (int i = 0; i < accumulators; ++i) sum += partial[i];

    if constexpr (combine == 0) {
#pragma unroll
      for (int distance = (lanes < 32 ? lanes : 32) / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, distance);
      if constexpr (lanes > 32) {
        constexpr int warps = lanes / 32;
        if (lane % 32 == 0) shared[group][lane / 32] = sum;
        __syncthreads();
        if (lane == 0) {
          sum = 0;
#pragma unroll
          for (int warp = 0; warp < warps; ++warp) sum += shared[group][warp];
        }
        if (pass + 1 < passes) __syncthreads();
      }
    } else {
      shared[group][lane] = sum;
#pragma unroll
      for (int distance = lanes / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (lane < distance) shared[group][lane] += shared[group][lane + distance];
      }
      if (lane == 0) sum = shared[group][0];
      if (pass + 1 < passes) __syncthreads();
    }
    if (lane == 0) sums[row] = sum;
  }
}
