// A bitonic network in shared memory; a short row is padded with the greatest key.

extern "C" __global__ void solve(const unsigned* keys, unsigned* sorted, unsigned n) {
  __shared__ unsigned row[1024];
  const unsigned first = blockIdx.x * 1024, length = min(1024u, n - first);
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x)
    row[i] = i < length ? keys[first + i] : 0xffffffffu;
  for (unsigned size = 2; size <= 1024; size *= 2)
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const unsigned low = 2 * threadIdx.x - threadIdx.x % distance, high = low + distance;
      const bool ascending = low / size % 2 == 0;
      if ((row[low] > row[high]) == ascending) {
        const unsigned moved = row[low];
        row[low] = row[high];
        row[high] = moved;
      }
    }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < length; i += blockDim.x) sorted[first + i] = row[i];
}
