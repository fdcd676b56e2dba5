#include "common/cluster.cuh"
#include "count/private_counts.cuh"

// One histogram per cluster. Each block holds a part of the bins in its shared memory; neighbouring
// bins are in different blocks.

namespace count {

template <class T, unsigned bins, int block, unsigned blocks>
struct cluster_counter : counts_one_by_one<cluster_counter<T, bins, block, blocks>, T, bins> {
  static constexpr unsigned part = (bins + blocks - 1) / blocks;
  unsigned* counters;  // [part] in each block

  // No block may add before all have cleared, or read totals before all have added.
  __device__ void clear() {
    clear_words<block>(counters, part);
    block_cluster::arrive();
    block_cluster::wait();
  }
  __device__ void add_bin(unsigned bin) {
    atomicAdd(block_cluster::in_block(counters + bin / blocks, bin % blocks), 1u);
  }
  __device__ void done() {
    block_cluster::arrive();
    block_cluster::wait();
  }
};

template <class T, unsigned bins, int block, int unroll, unsigned blocks>
__global__ void __launch_bounds__(block) cluster_shared(const T* keys, size_t n, unsigned* counts) {
  extern __shared__ unsigned counters[];
  cluster_counter<T, bins, block, blocks> counter;
  counter.counters = counters;
  count_share<block, unroll>(keys, n, counter, [&] { counter.clear(); });
  counter.done();
  const unsigned rank = block_cluster::block_rank();
  for (unsigned own = threadIdx.x; own * blocks + rank < bins; own += block)
    add_to(counts + own * blocks + rank, counters[own]);
}

}  // namespace count
