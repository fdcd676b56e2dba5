// Reduce, scan the sums, scan again: every element is read twice and written once.

namespace {

constexpr unsigned threads = 256, items = 16, tile = threads * items;

// The sum of all lower threads' values; `total` becomes that of the block.
__device__ unsigned exclusive_sum(unsigned value, unsigned& total) {
  __shared__ unsigned of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  unsigned sum = value;
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned before = __shfl_up_sync(0xffffffffu, sum, step);
    if (lane >= step) sum += before;
  }
  __syncthreads();
  if (lane == 31) of_warp[warp] = sum;
  __syncthreads();
  unsigned before = 0;
  total = 0;
  for (unsigned other = 0; other < warps; ++other) {
    if (other < warp) before += of_warp[other];
    total += of_warp[other];
  }
  return before + sum - value;
}

}  // namespace

extern "C" __global__ void sum_tiles(const int* x, int* sums, unsigned n) {
  unsigned sum = 0, total;
  for (unsigned item = 0; item < items; ++item) {
    const unsigned i = blockIdx.x * tile + item * threads + threadIdx.x;
    if (i < n) sum += unsigned(x[i]);
  }
  exclusive_sum(sum, total);
  if (threadIdx.x == 0) sums[blockIdx.x] = int(total);
}

extern "C" __global__ void scan_sums(int* sums, unsigned n) {
  unsigned carry = 0, total;
  for (unsigned first = 0; first < n; first += blockDim.x) {
    const unsigned i = first + threadIdx.x;
    const unsigned before = exclusive_sum(i < n ? unsigned(sums[i]) : 0, total);
    if (i < n) sums[i] = int(carry + before);
    carry += total;
  }
}

extern "C" __global__ void scan_tiles(const int* x, const int* sums, int* y, unsigned n) {
  const unsigned first = blockIdx.x * tile + threadIdx.x * items;
  unsigned value[items], sum = 0, total;
  for (unsigned item = 0; item < items; ++item) {
    value[item] = first + item < n ? unsigned(x[first + item]) : 0;
    sum += value[item];
  }
  unsigned running = unsigned(sums[blockIdx.x]) + exclusive_sum(sum, total);
  for (unsigned item = 0; item < items; ++item) {
    running += value[item];
    if (first + item < n) y[first + item] = int(running);
  }
}
