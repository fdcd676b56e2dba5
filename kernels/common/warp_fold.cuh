#pragma once

// One value a lane, folded over the 32 lanes of a warp by register exchange. All lanes must call.

namespace warp {

constexpr unsigned all_lanes = 0xffffffffu;

// f(v), or f of each member of a structure: shuffles exchange numbers.
template <class T, class F>
__device__ T each_part(T v, F f) {
  if constexpr (requires { v.each(f); })
    return v.each(f);
  else
    return f(v);
}

template <class T>
__device__ T shuffle_down(T v, int distance) {
  return each_part(v, [=](auto part) { return __shfl_down_sync(all_lanes, part, distance); });
}

template <class T>
__device__ T shuffle_up(T v, int distance) {
  return each_part(v, [=](auto part) { return __shfl_up_sync(all_lanes, part, distance); });
}

template <class T>
__device__ T shuffle_xor(T v, int mask) {
  return each_part(v, [=](auto part) { return __shfl_xor_sync(all_lanes, part, mask); });
}

template <class T>
__device__ T shuffle_from(T v, int lane) {
  return each_part(v, [=](auto part) { return __shfl_sync(all_lanes, part, lane); });
}

// Lane i takes lane i + d: after log2(32) steps lane 0 holds the whole; the other lanes hold
// partial garbage, because the last lanes have no partner. Distances that grow join neighbours
// first, which keeps the order of the operands; those that shrink are the textbook's.
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

// Lane i swaps with lane i ^ d, a butterfly: every lane ends with the whole. If the order of the
// operands matters, a lane must know whether its partner stands before it.
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
