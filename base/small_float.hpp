#pragma once

#include <cstdint>

namespace warpmark::inspect {

/// An IEEE 754 binary format of at most 16 bits.
struct small_format {
  int exponent_bits;
  int fraction_bits;
};

inline constexpr small_format half_format{5, 10};
inline constexpr small_format brain_format{8, 7};

/// The nearest value of the format, ties to even; values beyond the largest become infinite.
std::uint16_t round_to(small_format format, double value);

double value_of(small_format format, std::uint16_t bits);

}  // namespace warpmark::inspect
