#pragma once

#include "common/block_fold.cuh"
#include "common/memory_order.cuh"
#include "common/operators.cuh"

// How the blocks of one launch make one result of their partial results. `value` is thread 0's.
// Each leaves the state that it works with as it found it: zeros.

namespace reduce {

// Whoever draws the last ticket folds all partial results, in the order of the blocks.
struct finish_by_ticket {
  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value* partials,
                                unsigned* ticket, Op op) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
      partials[blockIdx.x] = value;
      __threadfence();  // the partial result before the ticket
      is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();  // the ticket before the others' partial results
    __shared__ typename Op::value warp_value[block / 32];
    auto all = Op::identity();
    for (unsigned b = threadIdx.x; b < gridDim.x; b += block) all = op(all, partials[b]);
    all = block_fold<block>(all, warp_value, op);
    if (threadIdx.x == 0) *output = op.template lower<Out>(all);
  }
};

// Each block puts its partial result and a flag into one word; the block with the highest index,
// which starts last, waits for the flags. That saves the ticket's way to memory and back.
struct finish_by_flags {
  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value*,
                                unsigned* state, Op op) {
    using word = unsigned long long;
    static_assert(sizeof(value) == 4);
    if (threadIdx.x >= 32) return;
    word* slots = reinterpret_cast<word*>(state);
    if (blockIdx.x + 1 != gridDim.x) {
      if (threadIdx.x == 0)
        memory::store_relaxed(slots + blockIdx.x,
                              word(1) << 32 | reinterpret_cast<const unsigned&>(value));
      return;
    }
    // One warp, with several polls in flight a lane: a block's barriers would cost more.
    constexpr int polls = 16;
    auto all = threadIdx.x == 0 ? value : Op::identity();
    for (unsigned first = threadIdx.x; first + 1 < gridDim.x; first += 32 * polls) {
      word seen[polls];
      bool waits;
      do {
        waits = false;
#pragma unroll
        for (int p = 0; p < polls; ++p)
          seen[p] = first + 32 * p + 1 < gridDim.x ? memory::load_relaxed(slots + first + 32 * p)
                                                   : word(1) << 32;
#pragma unroll
        for (int p = 0; p < polls; ++p) waits |= seen[p] >> 32 == 0;
      } while (waits);
#pragma unroll
      for (int p = 0; p < polls; ++p) {
        if (first + 32 * p + 1 >= gridDim.x) break;
        memory::store_relaxed(slots + first + 32 * p, word(0));
        const unsigned bits = unsigned(seen[p]);
        all = op(all, reinterpret_cast<const typename Op::value&>(bits));
      }
    }
    __syncwarp();
    all = warp::exchange_down::fold(all, op);
    if (threadIdx.x == 0) *output = op.template lower<Out>(all);
  }
};

// One 64-bit atomic adds the partial result to the upper half and one to the count of arrivals in
// the lower half. Who completes the count knows the sum.
struct finish_by_counted_atomic {
  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value*,
                                unsigned* state, Op op) {
    using word = unsigned long long;
    static_assert(sizeof(value) == 4);
    if (threadIdx.x != 0) return;
    word* cell = reinterpret_cast<word*>(state);
    const word before = atomicAdd(cell, word(unsigned(value)) << 32 | 1);
    if (unsigned(before) != gridDim.x - 1) return;
    *output = op.template lower<Out>(op(typename Op::value(before >> 32), value));
    *cell = 0;
  }
};

}  // namespace reduce
