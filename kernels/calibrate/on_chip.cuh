#include "common/block_clock.cuh"

// Bandwidth of shared memory and of L1 in one multiprocessor, for one block of 1024 threads. The
// sums keep the compiler from removing loads.

namespace calibrate {

constexpr int threads = 1024;
constexpr int unrolled = 8;

// Neighbouring lanes read neighbouring words: one wavefront per request. `stride` is a multiple of
// 32 unknown to the compiler, so that no load is hoisted out of the loop.
__global__ void __launch_bounds__(threads)
    load_shared(int steps, unsigned stride, long long* cycles, unsigned* sums) {
  __shared__ unsigned words[threads * unrolled];
  for (int u = 0; u < unrolled; ++u) words[u * threads + threadIdx.x] = u;
  unsigned at = threadIdx.x;
  __shared__ common::block_clock clock;
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

// Neighbouring lanes add to neighbouring words, `unrolled` rows of them: one wavefront per request.
__global__ void __launch_bounds__(threads)
    add_shared(int steps, unsigned stride, long long* cycles, unsigned* sums) {
  __shared__ unsigned words[threads * unrolled];
  for (int u = 0; u < unrolled; ++u) words[u * threads + threadIdx.x] = u;
  unsigned at = threadIdx.x;
  __shared__ common::block_clock clock;
  __syncthreads();
  clock.begin();
  for (int i = 0; i < steps; ++i) {
#pragma unroll
    for (int u = 0; u < unrolled; ++u) atomicAdd(&words[at + u * threads], 1u);
    at = (at + stride) % threads;
  }
  clock.end();
  __syncthreads();
  sums[threadIdx.x] = words[threadIdx.x];
  if (threadIdx.x == 0) *cycles = clock.cycles();
}

// All warps read the same `vectors` (a power of two) 16-byte vectors repeatedly, with lanes
// `stride` vectors apart: 1 is coalesced, 8 gives each lane a cache line of its own.
__global__ void __launch_bounds__(threads)
    load_l1(const uint4* data, unsigned vectors, unsigned stride, int steps, long long* cycles,
            unsigned* sums) {
  unsigned at = threadIdx.x * stride;
  __shared__ common::block_clock clock;
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
