#pragma once

// Thread-block clusters (compute capability 9.0): a barrier of all blocks, and access to each
// other's shared memory.

namespace block_cluster {

__device__ inline unsigned block_rank() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ inline unsigned block_count() {
  unsigned count;
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(count));
  return count;
}

// Every thread of every block arrives; `wait` returns when all have arrived. Writes before an
// arrival are visible after the wait.
__device__ inline void arrive() { asm volatile("barrier.cluster.arrive.release;" ::: "memory"); }
__device__ inline void wait() { asm volatile("barrier.cluster.wait.acquire;" ::: "memory"); }

// The address of block `rank`'s copy of a shared variable.
template <class T>
__device__ T* in_block(T* variable, unsigned rank) {
  T* there;
  asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(variable), "r"(rank));
  return there;
}

}  // namespace block_cluster
