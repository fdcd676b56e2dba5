#pragma once

#include <cstdint>
#include <string>

#include "tests/simt/conformance/runner.hpp"

namespace conformance {

/// What an approximate entry's outputs are like.
struct approximation_error {
  double largest = 0;          ///< In the unit of the entry's bound.
  std::size_t worst = 0;       ///< Index of the input with the largest error.
  std::uint64_t specials = 0;  ///< Hash of which outputs are NaN, infinite, zero, and their bits.
};

/// Compares with the exact function, evaluated in double (in long double for f64 results).
/// Inputs whose exact result is NaN, or that or the result is subnormal, count only as specials.
approximation_error error_of(const outcome& what);

/// What the hash of specials is made of: an output's bits if it is NaN, infinite or zero, else its
/// sign.
std::uint64_t mark_of(std::uint64_t output, const std::string& type);

/// The real value of the type's bits.
double real_value(std::uint64_t bits, const std::string& type);

}  // namespace conformance
