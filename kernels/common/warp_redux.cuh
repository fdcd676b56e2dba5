#pragma once

#include "common/operators.cuh"
#include "common/warp_fold.cuh"

// Reduces one 32-bit integer per lane over the warp by a single instruction (compute capability
// 8.0). Every lane gets the result. All lanes must call.

namespace warp {

template <class T>
concept redux_word = ops::same<T, int> || ops::same<T, unsigned>;

struct redux {
  template <redux_word T, class E>
  __device__ static T fold(T value, ops::sum<E>) {
    return T(__reduce_add_sync(all_lanes, unsigned(value)));
  }
  template <redux_word T, class E>
  __device__ static T fold(T value, ops::minimum<E>) {
    return __reduce_min_sync(all_lanes, value);
  }
  template <redux_word T, class E>
  __device__ static T fold(T value, ops::maximum<E>) {
    return __reduce_max_sync(all_lanes, value);
  }
};

// Whether one instruction reduces such values by such an operator.
template <class Op>
constexpr bool has_redux = requires(typename Op::value value, Op op) {
  redux::fold(value, op);
};

// The total, in every lane, by redux where it exists.
template <class Op>
__device__ typename Op::value total_of(typename Op::value value, Op op) {
  if constexpr (has_redux<Op>)
    return redux::fold(value, op);
  else
    return exchange_xor::fold(value, op);
}

}  // namespace warp
