#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

// Binary formats of up to 32 bits, converted through double, which represents all their values.

namespace warpmark {

enum class rounding : std::uint8_t { nearest, zero, down, up, away };  ///< away: ties only.

/// Sign bit, exponent, fraction, as in IEEE 754.
struct float_format {
  int exponent_bits, fraction_bits;

  constexpr int smallest_exponent() const { return 2 - (1 << (exponent_bits - 1)); }
  constexpr std::uint32_t sign_bit() const { return 1u << (exponent_bits + fraction_bits); }
  constexpr std::uint32_t infinity() const { return ((1u << exponent_bits) - 1) << fraction_bits; }
  /// The canonical NaN, the only one that instructions return.
  constexpr std::uint32_t nan() const { return sign_bit() - 1; }
};

inline constexpr float_format half_format{5, 10}, brain_format{8, 7}, tensor_format{8, 10},
    e5m2_format{5, 2}, e4m3_format{4, 3};

/// The value of the bits.
inline double decode_float(const float_format& format, std::uint32_t bits) {
  const std::uint32_t magnitude = bits & (format.sign_bit() - 1);
  const std::uint64_t sign = bits & format.sign_bit() ? std::uint64_t{1} << 63 : 0;
  const int shift = 52 - format.fraction_bits;
  double value;
  if (magnitude >= format.infinity()) {
    value = std::bit_cast<double>((std::uint64_t{0x7ff} << 52) |
                                  (std::uint64_t{magnitude - format.infinity()} << shift));
  } else if (magnitude >> format.fraction_bits) {
    const int offset = 1022 + format.smallest_exponent();
    value = std::bit_cast<double>((std::uint64_t{magnitude} << shift) +
                                  (static_cast<std::uint64_t>(offset) << 52));
  } else {
    const auto unit =
        static_cast<std::uint64_t>(1023 + format.smallest_exponent() - format.fraction_bits);
    value = static_cast<double>(magnitude) * std::bit_cast<double>(unit << 52);
  }
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) | sign);
}

/// The magnitude of a finite value, rounded as if the exponent were unbounded: the result may be at
/// or above infinity(). Exact for doubles and for sums rounded to odd.
inline std::uint64_t round_magnitude(const float_format& format, double value, rounding mode) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const bool negative = bits >> 63;
  const int biased = static_cast<int>(bits >> 52) & 0x7ff;
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const std::uint64_t significand = biased ? fraction | (std::uint64_t{1} << 52) : fraction;
  const int above = std::max(biased, 1) - 1023 - format.smallest_exponent();
  // Bits beyond this shift are less than half a unit in the last place.
  const int shift = std::min(52 - format.fraction_bits - std::min(above, 0), 54);
  std::uint64_t kept = significand >> shift;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << shift) - 1);
  const std::uint64_t tie = std::uint64_t{1} << (shift - 1);
  bool up = false;
  switch (mode) {
    case rounding::nearest:
      up = rest > tie || (rest == tie && (kept & 1));
      break;
    case rounding::zero:
      break;
    case rounding::down:
      up = negative && rest != 0;
      break;
    case rounding::up:
      up = !negative && rest != 0;
      break;
    case rounding::away:
      up = rest >= tie;
      break;
  }
  kept += up;
  // A significand that rounds up to the next power of two carries into the exponent.
  return kept + (static_cast<std::uint64_t>(std::max(above, 0)) << format.fraction_bits);
}

/// The bits of the value, rounded.
inline std::uint32_t encode_float(const float_format& format, double value, rounding mode) {
  if (std::isnan(value)) return format.nan();
  const bool negative = std::signbit(value);
  const std::uint32_t sign = negative ? format.sign_bit() : 0;
  if (std::isinf(value)) return sign | format.infinity();
  const std::uint64_t magnitude = round_magnitude(format, value, mode);
  if (magnitude < format.infinity()) return sign | static_cast<std::uint32_t>(magnitude);
  const bool stays = mode == rounding::zero || mode == (negative ? rounding::up : rounding::down);
  return sign | (format.infinity() - (stays ? 1 : 0));
}

/// a + b rounded to odd: an inexact result has its last bit set, so that rounding it again
/// to at most 51 bits gives what rounding the exact sum would have given (Boldo and Melquiond
/// 2008).
inline double add_to_odd(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a, a_part = sum - b_part;
  const double error = (a - a_part) + (b - b_part);  // Knuth's two-sum: exact.
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  // For NaN and infinity the error is NaN.
  const bool inexact = error < 0 || error > 0;
  const bool outwards = (error < 0) == (sum < 0);
  const std::uint64_t even = ~bits & 1;
  return std::bit_cast<double>(inexact ? (outwards ? bits + even : bits - even) : bits);
}

}  // namespace warpmark
