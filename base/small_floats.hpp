#pragma once

#include <cstdint>

#include "base/float_format.hpp"

// The 16-bit floating-point formats. Arithmetic goes through float, where a sum of two of them
// rounds to the same 16 bits as the exact sum would.

namespace warpmark {

/// A format of 16 bits, by way of float, which holds all its values.
template <const float_format& format>
struct small_format {
  static float widen(std::uint16_t bits) { return static_cast<float>(decode_float(format, bits)); }

  /// To nearest, ties to even.
  static std::uint16_t narrow(float value) {
    return static_cast<std::uint16_t>(encode_float(format, value, rounding::nearest));
  }
};

using f16_format = small_format<half_format>;
using bf16_format = small_format<brain_format>;

/// A number of one of these formats with the device's layout. Converts to float; constructed by
/// rounding.
template <class Format>
class small_float {
 public:
  small_float() = default;
  explicit small_float(float value) : bits_(Format::narrow(value)) {}
  operator float() const { return Format::widen(bits_); }

 private:
  std::uint16_t bits_ = 0;
};

using float16 = small_float<f16_format>;    ///< IEEE 754 binary16, CUDA's __half.
using bfloat16 = small_float<bf16_format>;  ///< The upper half of a float, __nv_bfloat16.

}  // namespace warpmark
