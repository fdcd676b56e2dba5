#pragma once

#include "common/warp.cuh"

// Reduces one value per lane over the 32 lanes of a warp by register exchange. All lanes must call.

namespace warp {

// Lane i reads lane i + d. After log2(32) steps lane 0 holds the total; the other lanes hold
// partial results, because the last lanes have no partner. Ascending distances combine neighbours
// first, which keeps the order of the operands; descending ones are the textbook's.
struct exchange_down {
  template <class T, class Op>
  __device__ static T fold(T value, Op op) {
    if constexpr (Op::commutative)
      for (int d = 16; d > 0; d /= 2) value = op(value, shuffle_down(value, d));
    else
      for (int d = 1; d < 32; d *= 2) value = op(value, shuffle_down(value, d));
    return value;
  }
};

// Lane i exchanges with lane i ^ d, a butterfly: every lane ends with the total. For a
// non-commutative operator, the lane's bit d tells whether its partner comes before it.
struct exchange_xor {
  template <class T, class Op>
  __device__ static T fold(T value, Op op) {
    if constexpr (Op::commutative) {
      for (int d = 16; d > 0; d /= 2) value = op(value, shuffle_xor(value, d));
    } else {
      for (int d = 1; d < 32; d *= 2) {
        const T other = shuffle_xor(value, d);
        value = threadIdx.x & d ? op(other, value) : op(value, other);
      }
    }
    return value;
  }
};

}  // namespace warp
