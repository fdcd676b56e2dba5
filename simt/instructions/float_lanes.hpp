#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

// Common per-lane parts of single- and double-precision instructions.

namespace warpmark::simt {

/// Modifiers of an instruction, in `immediate`, where its handler looks at them.
inline constexpr std::int64_t flushes = 1, saturates = 2, clamps_negatives = 4, hands_nan_on = 8,
                              of_magnitudes = 16, xors_signs = 32;

/// ftz: subnormal operands and results of f32 become zeros of the same sign.
template <bool ftz, class T>
inline T flush(T value) {
  if constexpr (ftz && std::is_same_v<T, float>) {
    if (std::fabs(value) < std::numeric_limits<float>::min()) return std::copysign(0.0f, value);
  }
  return value;
}

/// sat: to [0, 1]; NaN becomes +0.
template <class T>
inline T saturate(T value) {
  return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
}

/// The result of an invalid operation without a NaN operand.
template <class T>
inline T canonical_nan() {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(0x7fffffffu);
  else
    return std::bit_cast<double>(0xfff8000000000000ull);
}

inline double quieted(double nan) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) | (std::uint64_t{1} << 51));
}

/// Single precision has one NaN; double precision propagates the last operand that is NaN.
template <class... T>
inline float with_nan(float result, T...) {
  return result == result ? result : canonical_nan<float>();
}
inline double with_nan(double result, double a) {
  if (result == result) return result;
  return a != a ? quieted(a) : canonical_nan<double>();
}
template <class... T>
inline double with_nan(double result, double a, T... others) {
  if (result == result) return result;
  const double other = with_nan(result, others...);
  const bool among_others = ((others != others) || ...);
  return a != a && !among_others ? quieted(a) : other;
}

/// ftz also flushes a result that only rounding raised to the smallest normal number. `scaled` is
/// the result times 2^64, computed with the same rounding.
template <bool ftz, class T>
inline T flush_tiny(T result, T scaled) {
  if constexpr (ftz && std::is_same_v<T, float>) {
    if (std::fabs(scaled) < std::numeric_limits<float>::min() * 0x1p64f)
      return std::copysign(0.0f, result);
  }
  return flush<ftz>(result);
}

}  // namespace warpmark::simt
