#include "base/small_float.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpmark::inspect {

std::uint16_t round_to(small_format format, double value) {
  const auto sign = static_cast<std::uint16_t>(
      std::signbit(value) ? 1u << (format.exponent_bits + format.fraction_bits) : 0u);
  const unsigned infinite = ((1u << format.exponent_bits) - 1) << format.fraction_bits;
  if (std::isnan(value))
    return static_cast<std::uint16_t>(infinite | 1u << (format.fraction_bits - 1));
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return static_cast<std::uint16_t>(sign | infinite);
  if (magnitude == 0) return sign;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  int exponent = 0;
  std::frexp(magnitude, &exponent);  // magnitude = m * 2^exponent with m in [0.5, 1)
  // Below the smallest normal value the spacing is that of the smallest exponent.
  const int scale = std::max(exponent - 1, 1 - bias) - format.fraction_bits;
  // nearbyint() rounds ties to even; scaling by powers of two is exact.
  auto steps = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, -scale)));
  int stored = scale + format.fraction_bits + bias;
  if (steps >> (format.fraction_bits + 1) != 0) {
    steps >>= 1;
    ++stored;
  }
  if (steps >> format.fraction_bits == 0) stored = 0;  // subnormal
  if (stored >= (1 << format.exponent_bits) - 1) return static_cast<std::uint16_t>(sign | infinite);
  const auto fraction = static_cast<unsigned>(steps) & ((1u << format.fraction_bits) - 1);
  return static_cast<std::uint16_t>(sign | static_cast<unsigned>(stored) << format.fraction_bits |
                                    fraction);
}

double value_of(small_format format, std::uint16_t bits) {
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const unsigned fraction = bits & ((1u << format.fraction_bits) - 1);
  const unsigned exponent = bits >> format.fraction_bits & ((1u << format.exponent_bits) - 1);
  const double sign = bits >> (format.exponent_bits + format.fraction_bits) & 1u ? -1 : 1;
  if (exponent == (1u << format.exponent_bits) - 1)
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  const double mantissa = fraction + (exponent != 0 ? 1u << format.fraction_bits : 0u);
  const int power = (exponent != 0 ? static_cast<int>(exponent) : 1) - bias - format.fraction_bits;
  return sign * std::ldexp(mantissa, power);
}

}  // namespace warpmark::inspect
