#pragma once

#include "common/warp_fold.cuh"
#include "sort/radix_digit.cuh"

// Three ways to find the lanes of a warp that hold the same digit. A matching is a type with
//   words                  of shared memory per warp, zeros at the start
//   find(digit, words)     the mask of all lanes that hold the same digit
//   forget(digit, words)   called by one lane of each such mask, before the next find

namespace sort {

// The lanes whose digit has the same value of a bit. In PTX, because compilers test the bit twice,
// for the vote and for the selection, and this is the innermost loop.
__device__ inline unsigned lanes_that_agree(unsigned digit, unsigned bit) {
  unsigned votes;
  asm volatile(
      "{\n"
      ".reg .pred is_set;\n"
      ".reg .b32 masked, against;\n"
      "and.b32 masked, %1, %2;\n"
      "setp.ne.b32 is_set, masked, 0;\n"
      "vote.sync.ballot.b32 %0, is_set, 0xffffffff;\n"
      "selp.b32 against, 0, 0xffffffff, is_set;\n"
      "xor.b32 %0, %0, against;\n"
      "}"
      : "=r"(votes)
      : "r"(digit), "r"(bit));
  return votes;
}

// One vote per bit.
struct match_by_ballot {
  static constexpr int words = 0;
  __device__ static unsigned find(unsigned digit, unsigned*) {
    unsigned equal = warp::all_lanes;
#pragma unroll
    for (unsigned bit = 1; bit < radix_digits; bit *= 4)
      equal = equal & lanes_that_agree(digit, bit) & lanes_that_agree(digit, 2 * bit);
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
