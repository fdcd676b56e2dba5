#include "common/block_clock.cuh"

// What one multiprocessor loads from its shared memory and its L1 in a cycle. One block of 1024
// threads; the sums show that every load was made.

namespace calibrate {

constexpr int threads = 1024;
constexpr int unrolled = 8;

// Neighbouring lanes read neighbouring words: one wavefront a request. `stride` is a multiple of 32
// that no compiler can foresee, so that no load leaves the loop.
__global__ void __launch_bounds__(threads)
    load_shared(int steps, unsigned stride, long long* cycles, unsigned* sums) {
  __shared__ unsigned words[threads * unrolled];
  for (int u = 0; u < unrolled; ++u) words[u * threads + threadIdx.x] = u;
  unsigned at = threadIdx.x;
  __shared__ block_clock clock;
  unsigned sum = 0;
  __syncthreads();
  clock.begin();
  for (int i = 0; i < steps; ++i) {
#pragma unroll
    for (int u = 0; u < unrolled; ++u) sum += words[at + u * threads];
    at = (at + stride) % threads;
  }
  clock.end();
  __syncthreads();
  sums[threadIdx.x] = sum;
  if (threadIdx.x == 0) *cycles = clock.cycles();
}

// All warps read the same `vectors` (a power of two) 16-byte vectors again and again, with lanes
// `stride` vectors apart: 1 is coalesced, 8 gives each lane a cache line of its own.
__global__ void __launch_bounds__(threads)
    load_l1(const uint4* data, unsigned vectors, unsigned stride, int steps, long long* cycles,
            unsigned* sums) {
  unsigned at = threadIdx.x * stride;
  __shared__ block_clock clock;
  unsigned sum = 0;
  for (unsigned i = threadIdx.x; i < vectors; i += threads) sum += __ldca(&data[i]).x;
  __syncthreads();
  clock.begin();
#pragma unroll 8
  for (int i = 0; i < steps; ++i) {
    const uint4 loaded = __ldca(&data[at & (vectors - 1)]);
    sum += loaded.x + loaded.y + loaded.z + loaded.w;
    at += 32 * stride;
  }
  clock.end();
  __syncthreads();
  sums[threadIdx.x] = sum;
  if (threadIdx.x == 0) *cycles = clock.cycles();
}

}  // namespace calibrate
