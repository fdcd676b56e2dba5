#pragma once

#include "common/memory_order.cuh"
#include "common/prefetch.cuh"
#include "common/ticket.cuh"

// How the counts of the blocks are merged. A `Merge` is called when the block begins, and receives
// a function that returns the block's total of a bin.

namespace count {

// Passes `bins` totals to `put(bin, total)`, neighbouring bins from neighbouring threads. The first
// totals are computed before `wait()`, so that the two overlap.
template <int block, unsigned bins, class Total, class Wait, class Put>
__device__ void for_each_total(Total total, Wait wait, Put put) {
  unsigned bin = threadIdx.x;
  unsigned sum = bin < bins ? total(bin) : 0;
  wait();
  while (bin < bins) {
    put(bin, sum);
    bin += block;
    if (bin < bins) sum = total(bin);
  }
}

__device__ inline void add_to(unsigned* count, unsigned more) {
  if (more != 0) atomicAdd(count, more);
}

// Atomics into counts that are zeros when the kernel begins.
struct merge_by_atomics {
  static constexpr int more_threads = 0;
  static constexpr int blocks_per_sm = 1;

  template <int block, unsigned bins>
  __device__ static void begin(unsigned*, unsigned*) {}

  template <int block, unsigned bins, class Total>
  __device__ static void finish(unsigned* counts, unsigned*, Total total) {
    for_each_total<block, bins>(
        total, [] {}, [&](unsigned bin, unsigned sum) { add_to(counts + bin, sum); });
  }
};

// Atomics into counts that block 0 clears while all blocks count, which saves a launch. The flag is
// 0 until they are clear; then it counts to gridDim.x and wraps to 0 when the last block has seen
// it. All blocks must be resident: which of them start first is undefined, and others than block 0
// do not end before it has started.
template <int resident_per_sm>
struct merge_by_flag {
  static constexpr int more_threads = 0;
  static constexpr int blocks_per_sm = resident_per_sm;

  template <int block, unsigned bins>
  __device__ static void begin(unsigned* counts, unsigned* flag) {
    if (threadIdx.x == block - 1) memory::prefetch(flag);
    if (blockIdx.x != 0 || gridDim.x == 1) return;
    for (unsigned bin = threadIdx.x; bin < bins; bin += block) counts[bin] = 0;
    __syncthreads();
    if (threadIdx.x != block - 1) return;
    __threadfence();  // the zeros before the flag
    atomicInc(flag, gridDim.x);
  }

  template <int block, unsigned bins, class Total>
  __device__ static void finish(unsigned* counts, unsigned* flag, Total total) {
    if (gridDim.x == 1) {
      for_each_total<block, bins>(
          total, [] {}, [&](unsigned bin, unsigned sum) { counts[bin] = sum; });
      return;
    }
    const auto wait = [&] {
      if (threadIdx.x == block - 1) {
        while (memory::load_acquire(flag) == 0) {
        }
        atomicInc(flag, gridDim.x);
      }
      __syncthreads();
    };
    for_each_total<block, bins>(total, wait,
                                [&](unsigned bin, unsigned sum) { add_to(counts + bin, sum); });
  }
};

// As merge_by_flag, but by one more warp, which clears or waits while the other warps count.
template <int resident_per_sm>
struct merge_by_flag_warp {
  static constexpr int more_threads = 32;
  static constexpr int blocks_per_sm = resident_per_sm;

  // In place of counting.
  template <int block, unsigned bins>
  __device__ static void run_warp(unsigned* counts, unsigned* flag) {
    const unsigned lane = threadIdx.x - block;
    if (gridDim.x == 1) return;
    if (blockIdx.x != 0) {
      if (lane != 0) return;
      while (memory::load_acquire(flag) == 0) {
      }
      atomicInc(flag, gridDim.x - 1);  // to 0 when the last block has seen it
      return;
    }
    memory::prefetch(flag);
    for (unsigned bin = lane; bin < bins; bin += 32) counts[bin] = 0;
    __syncwarp();
    if (lane != 0) return;
    __threadfence();  // the zeros before the flag
    atomicInc(flag, gridDim.x - 1);
  }

  template <int block, unsigned bins>
  __device__ static void begin(unsigned*, unsigned*) {}

  template <int block, unsigned bins, class Total>
  __device__ static void finish(unsigned* counts, unsigned*, Total total) {
    const bool is_alone = gridDim.x == 1;
    for_each_total<block, bins>(
        total, [] {},
        [&](unsigned bin, unsigned sum) {
          if (is_alone)
            counts[bin] = sum;
          else
            add_to(counts + bin, sum);
        });
  }
};

// Atomics into sums that are zeros before and after the kernel, followed by a ticket. The block
// that draws the last ticket moves the sums to the counts.
struct merge_by_ticket {
  static constexpr int more_threads = 0;
  static constexpr int blocks_per_sm = 1;

  template <int block, unsigned bins>
  __device__ static void begin(unsigned*, unsigned*) {}

  template <int block, unsigned bins, class Total>
  __device__ static void finish(unsigned* counts, unsigned* sums, Total total) {
    for_each_total<block, bins>(
        total, [] {}, [&](unsigned bin, unsigned sum) { add_to(sums + bin, sum); });
    __threadfence();  // the sums before the ticket
    __syncthreads();
    __shared__ bool is_last;
    if (threadIdx.x == 0) is_last = common::draw_ticket(sums + bins) == gridDim.x - 1;
    __syncthreads();
    if (!is_last) return;
    __threadfence();  // the ticket before the others' sums
    for (unsigned bin = threadIdx.x; bin < bins; bin += block) {
      counts[bin] = memory::load_relaxed(sums + bin);
      sums[bin] = 0;
    }
  }
};

// One row of partial counts per block, without atomics; sum_tables adds them.
struct merge_by_table {
  static constexpr int more_threads = 0;
  static constexpr int blocks_per_sm = 1;

  template <int block, unsigned bins>
  __device__ static void begin(unsigned*, unsigned*) {}

  template <int block, unsigned bins, class Total>
  __device__ static void finish(unsigned*, unsigned* rows, Total total) {
    unsigned* row = rows + size_t(blockIdx.x) * bins;
    for_each_total<block, bins>(
        total, [] {}, [&](unsigned bin, unsigned sum) { row[bin] = sum; });
  }
};

}  // namespace count
