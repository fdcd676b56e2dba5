#pragma once

// Reduces one value per lane over the 32 lanes of a warp by register exchange. All lanes must call.

namespace warp {

constexpr unsigned all_lanes = 0xffffffffu;

// Applies f to v, or to each member of a structure: shuffle instructions exchange numbers.
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
