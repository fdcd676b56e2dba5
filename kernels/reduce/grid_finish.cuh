#pragma once

#include "common/block_fold.cuh"
#include "common/memory_order.cuh"
#include "common/operators.cuh"

// How the blocks of one launch make one result of their partial results. `value` is thread 0's.
// Each leaves the state that it works with as it found it: zeros.

namespace reduce {

// Whoever draws the last ticket folds all partial results, in the order of the blocks.
struct finish_by_ticket {
  static constexpr bool has_collector = false;

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

// Partial results of 4 bytes, each in one word with a flag. One warp reads all of them until all
// are there, with several reads in flight a lane, and folds them; thread 0 gets the result.
struct flagged_words {
  using word = unsigned long long;
  word* words;

  template <class T>
  __device__ void post(unsigned index, T value) const {
    static_assert(sizeof(T) == 4);
    memory::store_relaxed(words + index, word(1) << 32 | reinterpret_cast<const unsigned&>(value));
  }

  // False if `abandoned()` before all were there.
  template <class T, class Abandoned, class Op>
  __device__ bool fold(T& all, unsigned count, Abandoned abandoned, Op op) const {
    constexpr int polls = 16;
    const unsigned lane = threadIdx.x % 32;
    for (unsigned first = 0; first < count; first += 32 * polls) {
      word seen[polls];
      bool waits;
      do {
        waits = false;
#pragma unroll
        for (int p = 0; p < polls; ++p) {
          const unsigned i = first + 32 * p + lane;
          seen[p] = i < count ? memory::load_relaxed(words + i) : word(1) << 32;
        }
#pragma unroll
        for (int p = 0; p < polls; ++p) waits |= seen[p] >> 32 == 0;
        waits = __any_sync(warp::all_lanes, waits);
        if (waits && abandoned()) return false;
      } while (waits);
#pragma unroll
      for (int p = 0; p < polls; ++p) {
        const unsigned bits = unsigned(seen[p]);
        if (first + 32 * p + lane < count) all = op(all, reinterpret_cast<const T&>(bits));
      }
    }
    all = warp::exchange_down::fold(all, op);
    return true;
  }

  __device__ void clear(unsigned count) const {
    for (unsigned i = threadIdx.x % 32; i < count; i += 32)
      memory::store_relaxed(words + i, word(0));
  }
};

// The block with the highest index, which starts last, waits for the flags of the others. That
// saves the ticket's way to memory and back.
struct finish_by_flags {
  static constexpr bool has_collector = false;

  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value*,
                                unsigned* state, Op op) {
    if (threadIdx.x >= 32) return;
    const flagged_words words{reinterpret_cast<flagged_words::word*>(state)};
    if (blockIdx.x + 1 != gridDim.x) {
      if (threadIdx.x == 0) words.post(blockIdx.x, value);
      return;
    }
    auto all = threadIdx.x == 0 ? value : Op::identity();
    words.fold(
        all, gridDim.x - 1, [] { return false; }, op);
    if (threadIdx.x == 0) *output = op.template lower<Out>(all);
    words.clear(gridDim.x - 1);
  }
};

// Block 0 does nothing but wait for the flags. Its warps look in turn, so that one is always about
// to: the last flag is seen within a fraction of a read's way to L2 and back.
struct finish_by_collector {
  static constexpr bool has_collector = true;

  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out*, typename Op::value*,
                                unsigned* state, Op) {
    const flagged_words words{reinterpret_cast<flagged_words::word*>(state)};
    if (threadIdx.x == 0) words.post(blockIdx.x - 1, value);
  }

  template <int block, class Out, class Op>
  __device__ static void collect(Out* output, unsigned blocks, unsigned* state, Op op) {
    constexpr unsigned watchers = block / 32 < 8 ? block / 32 : 8;
    __shared__ volatile bool done;
    __shared__ unsigned finishers;
    if (threadIdx.x == 0) {
      done = false;
      finishers = 0;
    }
    __syncthreads();
    const unsigned warp_index = threadIdx.x / 32;
    if (warp_index >= watchers) return;
    __nanosleep(warp_index * 64);  // a way to L2 and back takes some 500 ns
    const flagged_words words{reinterpret_cast<flagged_words::word*>(state)};
    auto all = Op::identity();
    if (!words.fold(
            all, blocks, [&] { return done; }, op))
      return;
    unsigned before = 0;
    if (threadIdx.x % 32 == 0) before = atomicAdd(&finishers, 1);
    if (__shfl_sync(warp::all_lanes, before, 0) != 0) return;
    if (threadIdx.x % 32 == 0) {
      *output = op.template lower<Out>(all);
      done = true;
    }
    words.clear(blocks);
  }
};

// One 64-bit atomic adds the partial result to the upper half and one to the count of arrivals in
// the lower half. Who completes the count knows the sum.
struct finish_by_counted_atomic {
  static constexpr bool has_collector = false;

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
