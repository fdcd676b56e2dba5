// One block walks over tiles of 1024 elements and carries the sum of those before.

extern "C" __global__ void reference_scan(const int* x, int* y, unsigned n) {
  __shared__ unsigned tile[1024];
  unsigned carry = 0;
  for (unsigned first = 0; first < n; first += 1024) {
    const unsigned i = first + threadIdx.x;
    tile[threadIdx.x] = i < n ? unsigned(x[i]) : 0;
    for (unsigned step = 1; step < 1024; step *= 2) {
      __syncthreads();
      const unsigned before = threadIdx.x >= step ? tile[threadIdx.x - step] : 0;
      __syncthreads();
      tile[threadIdx.x] += before;
    }
    __syncthreads();
    if (i < n) y[i] = int(carry + tile[threadIdx.x]);
    carry += tile[1023];
    __syncthreads();
  }
}
