#pragma once

#include "common/warp_fold.cuh"

// Which lanes of a warp hold the same digit: three ways to find out. A matching is a type with
//   words                  of shared memory a warp needs, zeros at the start
//   find(digit, words)     the mask of all lanes that hold the same digit
//   forget(digit, words)   called by one lane of each such mask, before the next find

namespace sort {

constexpr int radix_bits = 8;
constexpr int radix_digits = 1 << radix_bits;

// One vote per bit; a lane keeps those who voted as it did.
struct match_by_ballot {
  static constexpr int words = 0;
  __device__ static unsigned find(unsigned digit, unsigned*) {
    unsigned equal = warp::all_lanes;
#pragma unroll
    for (int bit = 0; bit < radix_bits; ++bit) {
      const bool is_set = (digit & 1u << bit) != 0;
      const unsigned votes = __ballot_sync(warp::all_lanes, is_set);
      equal &= votes ^ (is_set ? 0 : warp::all_lanes);
    }
    return equal;
  }
  __device__ static void forget(unsigned, unsigned*) {}
};

// The instruction for it (compute capability 7.0).
struct match_by_instruction {
  static constexpr int words = 0;
  __device__ static unsigned find(unsigned digit, unsigned*) {
    return __match_any_sync(warp::all_lanes, digit);
  }
  __device__ static void forget(unsigned, unsigned*) {}
};

// A mask for every digit in shared memory, into which each lane sets its bit.
struct match_by_table {
  static constexpr int words = radix_digits;
  __device__ static unsigned find(unsigned digit, unsigned* masks) {
    atomicOr(masks + digit, 1u << threadIdx.x % 32);
    __syncwarp();
    return masks[digit];
  }
  __device__ static void forget(unsigned digit, unsigned* masks) { masks[digit] = 0; }
};

}  // namespace sort
