#include "common/cluster.cuh"

// Shared memory of other blocks, in clusters of two blocks.

namespace calibrate {

constexpr unsigned cluster_blocks = 2;
constexpr unsigned words_of_block = 1024;

__device__ inline unsigned* in_next_block(unsigned* variable) {
  return block_cluster::in_block(variable, (block_cluster::block_rank() + 1) % cluster_blocks);
}

__device__ inline void meet() {
  block_cluster::arrive();
  block_cluster::wait();
}

// One thread of the first block reads a word of the second one, whose address depends on the last.
__global__ void __cluster_dims__(cluster_blocks)
    chase_cluster(int steps, long long* cycles, unsigned* end) {
  __shared__ unsigned zero;
  zero = 0;
  meet();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    const volatile unsigned* const there = in_next_block(&zero);
    unsigned at = 0;
    const long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < steps; ++i) at = there[at];
    *end = at;
    *cycles = clock64() - begin;
  }
  meet();
}

// Neighbouring lanes add to neighbouring words of the other block. Each block writes its cycles.
__global__ void __cluster_dims__(cluster_blocks) __launch_bounds__(1024)
    add_in_cluster(int steps, long long* cycles) {
  __shared__ unsigned words[words_of_block];
  for (unsigned i = threadIdx.x; i < words_of_block; i += blockDim.x) words[i] = 0;
  unsigned* const there = in_next_block(words);
  meet();
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < steps; ++i) atomicAdd(there + (threadIdx.x + i * 32) % words_of_block, 1u);
  meet();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

// Neighbouring lanes read neighbouring words of the other block.
__global__ void __cluster_dims__(cluster_blocks) __launch_bounds__(1024)
    load_in_cluster(int steps, long long* cycles, unsigned* sums) {
  __shared__ unsigned words[words_of_block];
  for (unsigned i = threadIdx.x; i < words_of_block; i += blockDim.x) words[i] = 0;
  const volatile unsigned* const there = in_next_block(words);
  unsigned sum = 0;
  meet();
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < steps; ++i) sum += there[(threadIdx.x + i * 32) % words_of_block];
  if (sum != 0) *sums = sum;
  meet();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

// Barriers of clusters have no result; program order alone makes the chain.
__global__ void __cluster_dims__(cluster_blocks) __launch_bounds__(1024)
    chase_cluster_barrier(int steps, long long* cycles) {
  meet();
  const long long begin = clock64();
  for (int i = 0; i < steps; ++i) meet();
  if (threadIdx.x == 0) cycles[blockIdx.x] = clock64() - begin;
}

}  // namespace calibrate
