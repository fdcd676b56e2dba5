#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/small_floats.hpp"

// The operations of atom and red on the old value and the operands a and b.

namespace warpmark::simt::atomics {

/// NaN results of float operations are canonical.
inline float canonical(float value) {
  return std::isnan(value) ? std::bit_cast<float>(0x7fffffffu) : value;
}
inline float flushed(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}

template <class T>
struct add {
  static T apply(T old, T a, T) {
    if constexpr (std::is_same_v<T, float>)
      return canonical(old + a);
    else if constexpr (std::is_floating_point_v<T>)
      return old + a;
    else
      return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(a));
  }
};
/// Sums in global memory flush subnormal inputs and results (PTX ISA, atom).
struct flushing_add {
  static float apply(float old, float a, float) {
    return canonical(flushed(flushed(old) + flushed(a)));
  }
};
template <class T>
struct min {
  static T apply(T old, T a, T) { return a < old ? a : old; }
};
template <class T>
struct max {
  static T apply(T old, T a, T) { return old < a ? a : old; }
};
template <class T>
struct exchange {
  static T apply(T, T a, T) { return a; }
};
template <class T>
struct bit_and {
  static T apply(T old, T a, T) { return old & a; }
};
template <class T>
struct bit_or {
  static T apply(T old, T a, T) { return old | a; }
};
template <class T>
struct bit_xor {
  static T apply(T old, T a, T) { return old ^ a; }
};
template <class T>
struct inc {
  static T apply(T old, T a, T) { return old >= a ? T(0) : T(old + 1); }
};
template <class T>
struct dec {
  static T apply(T old, T a, T) { return old == 0 || old > a ? a : T(old - 1); }
};
template <class T>
struct compare_swap {
  static T apply(T old, T a, T b) { return old == a ? b : old; }
};

enum class small_operation { add, min, max };

/// One 16-bit float, or two packed into 32 bits.
template <class Format, small_operation kind, class T>
struct small {
  static std::uint16_t one(std::uint16_t old, std::uint16_t a) {
    const float x = Format::widen(old), y = Format::widen(a);
    if constexpr (kind == small_operation::add) return Format::narrow(x + y);
    if (std::isnan(x)) return std::isnan(y) ? static_cast<std::uint16_t>(half_format.nan()) : a;
    if (std::isnan(y)) return old;
    // Minus zero is less than zero.
    const bool less = x < y || (x == y && std::signbit(x) && !std::signbit(y));
    return less == (kind == small_operation::min) ? old : a;
  }
  static T apply(T old, T a, T) {
    T result = 0;
    for (unsigned shift = 0; shift < 8 * sizeof(T); shift += 16)
      result = static_cast<T>(result | (static_cast<T>(one(static_cast<std::uint16_t>(old >> shift),
                                                           static_cast<std::uint16_t>(a >> shift)))
                                        << shift));
    return result;
  }
};

}  // namespace warpmark::simt::atomics
