#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

#include "variants/contract/element_type.hpp"

namespace warpmark::reduce {

struct host_sum {
  template <class T>
  static constexpr T identity = T(0);

  /// Integers wrap, as they do on a card.
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      using word = std::make_unsigned_t<T>;
      return static_cast<T>(static_cast<word>(static_cast<word>(a) + static_cast<word>(b)));
    } else {
      return a + b;
    }
  }
};

struct host_min {
  template <class T>
  static constexpr T identity = std::numeric_limits<T>::has_infinity
                                    ? std::numeric_limits<T>::infinity()
                                    : std::numeric_limits<T>::max();
  template <class T>
  T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};

struct host_max {
  template <class T>
  static constexpr T identity = std::numeric_limits<T>::has_infinity
                                    ? -std::numeric_limits<T>::infinity()
                                    : std::numeric_limits<T>::lowest();
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};

/// Folds in the order of the elements; the compiler makes vectors of what is exactly associative.
template <class T, class Op>
T host_fold(const T* input, std::size_t n, Op op) {
  T value = Op::template identity<T>;
  for (std::size_t i = 0; i < n; ++i) value = op(value, input[i]);
  return value;
}

/// Calls `f(std::type_identity<T>{}, op)` for the names of the problem axes.
template <class F>
void dispatch_host(element_type type, const std::string& op, F&& f) {
  dispatch(type, [&](auto held) {
    if (op == "min")
      f(held, host_min{});
    else if (op == "max")
      f(held, host_max{});
    else
      f(held, host_sum{});
  });
}

}  // namespace warpmark::reduce
