#pragma once

#include "common/block_fold.cuh"
#include "common/memory_order.cuh"
#include "common/operators.cuh"
#include "common/prefetch.cuh"
#include "common/tagged_word.cuh"
#include "common/ticket.cuh"

// How the blocks of one launch combine their partial results. `value` is that of thread 0. The
// state is zeros before and after. begin() fetches it into L2 while the input is on its way:
// kernels for small inputs call it, in which that time shows.

namespace reduce {

// One block reduces the partial results of all, in their order.
template <int block, class Out, class Op>
__device__ void fold_partials(const typename Op::value* partials, unsigned count, Out* output,
                              Op op) {
  __shared__ typename Op::value warp_value[block / 32];
  auto all = Op::identity();
  for (unsigned b = threadIdx.x; b < count; b += block) all = op(all, partials[b]);
  all = common::block_fold<block>(all, warp_value, op);
  if (threadIdx.x == 0) *output = op.template lower<Out>(all);
}

// The block that draws the last ticket reduces all partial results, in the order of the blocks.
struct finish_by_ticket {
  static constexpr bool has_collector = false;

  __device__ static void begin(const unsigned* ticket) {
    if (threadIdx.x == 0) memory::prefetch(ticket);
  }

  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value* partials,
                                unsigned* ticket, Op op) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
      partials[blockIdx.x] = value;
      is_last = common::is_last_block(ticket);
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();  // the ticket before the others' partial results
    fold_partials<block>(partials, gridDim.x, output, op);
  }
};

// Partial results of 4 bytes, each in one word with a flag.
struct flagged_words {
  using word = common::tagged_word;
  word* words;

  template <class T>
  __device__ void post(unsigned index, T value) const {
    static_assert(sizeof(T) == 4);
    memory::store_relaxed(words + index, common::with_tag(1, value));
  }

  // Four words are a sector. By all threads of one block.
  __device__ void prefetch(unsigned count) const {
    for (unsigned i = 4 * threadIdx.x; i < count; i += 4 * blockDim.x) memory::prefetch(words + i);
  }

  // Reduces the words from `first` on, `stride` apart, each as soon as it is there, and replaces
  // them by zeros. Four loads are in flight; more would cost more in instruction fetches than they
  // save.
  template <class Op>
  __device__ typename Op::value take(unsigned first, unsigned stride, unsigned count, Op op) const {
    using value = typename Op::value;
    constexpr int polls = 4;
    auto all = Op::identity();
#pragma unroll 1
    for (unsigned base = first; base < count; base += polls * stride) {
      word seen[polls];
      bool waits;
      do {
        waits = false;
#pragma unroll
        for (int p = 0; p < polls; ++p) {
          const unsigned i = base + p * stride;
          seen[p] = i < count ? memory::load_relaxed(words + i) : common::with_tag(1, 0u);
          waits |= common::tag_of(seen[p]) == 0;
        }
      } while (waits);
#pragma unroll
      for (int p = 0; p < polls; ++p) {
        const unsigned i = base + p * stride;
        if (i >= count) break;
        memory::store_relaxed(words + i, word(0));
        all = op(all, common::value_of<value>(seen[p]));
      }
    }
    return all;
  }
};

// The block with the highest index, which starts last, waits for the flags of the others. This
// saves the round trip of the ticket.
struct finish_by_flags {
  static constexpr bool has_collector = false;

  __device__ static void begin(unsigned* state) {
    if (blockIdx.x + 1 == gridDim.x)
      flagged_words{reinterpret_cast<flagged_words::word*>(state)}.prefetch(gridDim.x - 1);
  }

  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value*,
                                unsigned* state, Op op) {
    if (threadIdx.x >= 32) return;
    const flagged_words words{reinterpret_cast<flagged_words::word*>(state)};
    if (blockIdx.x + 1 != gridDim.x) {
      if (threadIdx.x == 0) words.post(blockIdx.x, value);
      return;
    }
    auto all = words.take(threadIdx.x, 32, gridDim.x - 1, op);
    if (threadIdx.x == 0) all = op(value, all);
    __syncwarp();
    all = warp::exchange_down::fold(all, op);
    if (threadIdx.x == 0) *output = op.template lower<Out>(all);
  }
};

// Block 0 has no elements: its threads wait for the flags of the others from the start, and reduce
// what they get in the same loop in which other blocks reduce elements. So the code is no longer
// than that of one block, which matters if instructions come from memory, too.
struct finish_by_collector {
  static constexpr bool has_collector = true;

  __device__ static void begin(const unsigned*) {}  // block 0 reads it at once

  template <int block, class Op>
  __device__ static typename Op::value collect(unsigned blocks, unsigned* state, Op op) {
    const flagged_words words{reinterpret_cast<flagged_words::word*>(state)};
    return words.take(threadIdx.x, block, blocks, op);
  }

  template <int block, class Out, class Op>
  __device__ static void finish(typename Op::value value, Out* output, typename Op::value*,
                                unsigned* state, Op op) {
    const flagged_words words{reinterpret_cast<flagged_words::word*>(state)};
    if (threadIdx.x != 0) return;
    if (blockIdx.x != 0)
      words.post(blockIdx.x - 1, value);
    else
      *output = op.template lower<Out>(value);
  }
};

// One 64-bit atomic adds the partial result to the upper half and one to the count of arrivals in
// the lower half. The block that completes the count has the sum.
struct finish_by_counted_atomic {
  static constexpr bool has_collector = false;

  __device__ static void begin(const unsigned* state) {
    if (threadIdx.x == 0) memory::prefetch(state);
  }

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
