// Sum of n numbers modulo 2^32, one number for all: any order gives the same bits.

using number = unsigned;

template <int width>
struct alignas(4 * width) pack {
  number values[width];
};

// One addition to the total from each thread.
__global__ void sum_plain(number* total, const number* input, int n) {
  number sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += input[i];
  atomicAdd(total, sum);
}

// Threads take `unroll` packs of `vector` numbers a grid's width apart at a time. A block's sums
// are then combined in shared memory (0), by shuffles and shared memory (1), or by shuffles alone
// with one addition to the total from each warp (2). `n` is a multiple of `vector`.
template <int block, int vector, int unroll, int combine>
__global__ void sum_strided(number* total, const number* input, int n) {
  const auto* packs = reinterpret_cast<const pack<vector>*>(input);
  const int count = n / vector, stride = gridDim.x * block;
  number sum = 0;
  int i = blockIdx.x * block + threadIdx.x;
  for (; i + (unroll - 1) * stride < count; i += unroll * stride) {
    pack<vector> taken[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) taken[u] = packs[i + u * stride];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
#pragma unroll
      for (int v = 0; v < vector; ++v) sum += taken[u].values[v];
  }
  for (; i < count; i += stride)
#pragma unroll
    for (int v = 0; v < vector; ++v) sum += packs[i].values[v];

  if (combine == 0) {
    __shared__ number sums[block];
    sums[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int half = block / 2; half > 0; half /= 2) {
      if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
      __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(total, sums[0]);
    return;
  }
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffffffff, sum, lanes);
  if (combine == 2) {
    if (threadIdx.x % 32 == 0) atomicAdd(total, sum);
    return;
  }
  __shared__ number of_warps[block / 32];
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
#pragma unroll
  for (int warp = 1; warp < block / 32; ++warp) sum += of_warps[warp];
  atomicAdd(total, sum);
}
