// Measured memory bandwidth: the denominators of all reported fractions.

namespace ceilings {

// Contents without structure, so that no data-dependent power or compression effect speeds up
// reads.
__global__ void scramble(unsigned* words, size_t n) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += threads) {
    unsigned x = unsigned(i) * 0x9e3779b1u;
    x = (x ^ (x >> 15)) * 0x85ebca6bu;
    words[i] = x ^ (x >> 13);
  }
}

// Sums n 16-byte vectors, four independent loads in flight per thread; one result per thread.
__global__ void __launch_bounds__(1024) read_sum(const uint4* vectors, unsigned* sums, size_t n) {
  const size_t thread = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  unsigned sum = 0;
  size_t i = thread;
  for (; i + 3 * threads < n; i += 4 * threads) {
    const uint4 a = vectors[i], b = vectors[i + threads];
    const uint4 c = vectors[i + 2 * threads], d = vectors[i + 3 * threads];
    sum += a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
    sum += c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
  }
  for (; i < n; i += threads) sum += vectors[i].x + vectors[i].y + vectors[i].z + vectors[i].w;
  sums[thread] = sum;
}

// Writes n 16-byte vectors.
__global__ void __launch_bounds__(1024) write(uint4* to, size_t n, unsigned value) {
  const size_t all = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += all)
    to[i] = make_uint4(value, value + 1, value + 2, value + 3);
}

// Copies n 16-byte vectors, four loads in flight per thread.
__global__ void __launch_bounds__(1024) copy(const uint4* from, uint4* to, size_t n) {
  const size_t all = size_t(gridDim.x) * blockDim.x;
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i + 3 * all < n; i += 4 * all) {
    const uint4 a = from[i], b = from[i + all], c = from[i + 2 * all], d = from[i + 3 * all];
    to[i] = a;
    to[i + all] = b;
    to[i + 2 * all] = c;
    to[i + 3 * all] = d;
  }
  for (; i < n; i += all) to[i] = from[i];
}

// An empty kernel. The time between two events around it is the minimum of every measurement.
__global__ void nothing() {}

}  // namespace ceilings
