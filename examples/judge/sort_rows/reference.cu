// The place of a key is the number of keys of its row that come before it.

extern "C" __global__ void reference_sort(const unsigned* keys, unsigned* sorted, unsigned n) {
  __shared__ unsigned row[1024];
  const unsigned first = blockIdx.x * 1024, length = min(1024u, n - first);
  if (threadIdx.x < length) row[threadIdx.x] = keys[first + threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= length) return;
  const unsigned key = row[threadIdx.x];
  unsigned rank = 0;
  for (unsigned i = 0; i < length; ++i)
    rank += row[i] < key || (row[i] == key && i < threadIdx.x);
  sorted[first + rank] = key;
}
