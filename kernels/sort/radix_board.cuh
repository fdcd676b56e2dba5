#pragma once

#include "common/memory_order.cuh"
#include "common/warp_fold.cuh"
#include "sort/radix_digit.cuh"

// A board on which the blocks of a resident grid post how often each digit occurs in their tiles.
//
// A word holds the counts of two neighbouring digits, 14 bits each, and the number of the pass,
// from 1: it is read complete or not at all. Two boards alternate, so that a block may post while
// others still read its previous post.

namespace sort {

class radix_board {
 public:
  static constexpr int words = radix_digits / 2;  // per block

  __device__ radix_board(unsigned* state, unsigned pass)
      : words_(state + pass % 2 * gridDim.x * words), tag_(pass + 1) {}

  // By the first radix_digits threads; thread d has the count of digit d.
  __device__ void post(unsigned count) const {
    const unsigned next = __shfl_down_sync(warp::all_lanes, count, 1);
    if (threadIdx.x % 2 == 0)
      memory::store_relaxed(words_ + blockIdx.x * words + threadIdx.x / 2,
                            tag_ << 28 | next << 14 | count);
  }

  // By all threads of a block: adds the posts of all blocks to `all`, and those of the blocks
  // before this one to `before`; one counter per digit, in shared memory.
  template <int block>
  __device__ void gather(unsigned* all, unsigned* before) const {
    constexpr unsigned groups = block / words;
    constexpr int looks = 8;  // loads in flight per thread
    const unsigned word = threadIdx.x % words;
    unsigned sum[2][2] = {};  // of all and of those before, for each of two digits
    for (unsigned first = threadIdx.x / words; first < gridDim.x; first += looks * groups) {
      unsigned seen[looks];
      bool waits;
      do {
        waits = false;
#pragma unroll
        for (int l = 0; l < looks; ++l) {
          const unsigned from = first + l * groups;
          seen[l] = 0;
          if (from >= gridDim.x) continue;
          seen[l] = memory::load_relaxed(words_ + from * words + word);
          waits |= seen[l] >> 28 != tag_;
        }
      } while (waits);
#pragma unroll
      for (int l = 0; l < looks; ++l) {
        const unsigned counts[2] = {seen[l] % (1 << 14), (seen[l] >> 14) % (1 << 14)};
        const bool is_before = first + l * groups < blockIdx.x;
#pragma unroll
        for (int d = 0; d < 2; ++d) {
          sum[0][d] += counts[d];
          if (is_before) sum[1][d] += counts[d];
        }
      }
    }
#pragma unroll
    for (int d = 0; d < 2; ++d) {
      atomicAdd(all + 2 * word + d, sum[0][d]);
      atomicAdd(before + 2 * word + d, sum[1][d]);
    }
  }

  // By all threads of one block, after the last read: clears the posts of blocks first to last - 1.
  __device__ void clear(unsigned first, unsigned last) const {
    for (unsigned i = first * words + threadIdx.x; i < last * words; i += blockDim.x) words_[i] = 0;
  }

 private:
  unsigned* words_;
  unsigned tag_;
};

}  // namespace sort
