#pragma once

#include <bit>
#include <cstdint>

// The 16-bit floating-point formats. Arithmetic goes through float, where a sum of two of them
// rounds to the same 16 bits as the exact sum would.

namespace warpmark {

inline constexpr std::uint16_t small_nan = 0x7fff;

struct f16_format {
  static float widen(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16, exponent = (bits >> 10) & 31;
    const std::uint32_t fraction = bits & 0x3ffu;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13));
    if (exponent == 0) {
      // A subnormal is its fraction times 2^-24.
      const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
      return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  }

  /// To nearest, ties to even.
  static std::uint16_t narrow(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return small_nan;
    if (magnitude >= 0x47800000u) return sign | 0x7c00u;
    if (magnitude < 0x38800000u) {
      // Below 2^-14 the unit is 2^-24. Adding 0.5 rounds to it, since float's unit near 0.5 is
      // 2^-24.
      const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
      return static_cast<std::uint16_t>(
          sign | (std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5f)));
    }
    const std::uint32_t odd = (magnitude >> 13) & 1;
    return static_cast<std::uint16_t>(sign | ((magnitude - (112u << 23) + 0xfffu + odd) >> 13));
  }
};

struct bf16_format {
  static float widen(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
  }

  /// To nearest, ties to even.
  static std::uint16_t narrow(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return small_nan;
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
  }
};

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
