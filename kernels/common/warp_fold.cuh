#pragma once

// One value a lane, folded over the 32 lanes of a warp by register exchange. All lanes must call.

namespace warp {

constexpr unsigned all_lanes = 0xffffffffu;

// Lane i takes lane i + d: after log2(32) steps lane 0 holds the whole; the other lanes hold
// partial garbage, because lanes past 32 - d have no partner.
struct exchange_down {
  template <class T, class Op>
  __device__ static T fold(T value, Op op) {
    for (int d = 16; d > 0; d /= 2) value = op(value, __shfl_down_sync(all_lanes, value, d));
    return value;
  }
};

// Lane i swaps with lane i ^ d, a butterfly: every lane ends with the whole.
struct exchange_xor {
  template <class T, class Op>
  __device__ static T fold(T value, Op op) {
    for (int d = 16; d > 0; d /= 2) value = op(value, __shfl_xor_sync(all_lanes, value, d));
    return value;
  }
};

}  // namespace warp
