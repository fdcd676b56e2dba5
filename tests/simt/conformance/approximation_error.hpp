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
/// Inputs whose exact result the type cannot hold count only as specials.
approximation_error error_of(const outcome& what);

/// The real value of the type's bits.
double real_value(std::uint64_t bits, const std::string& type);

}  // namespace conformance
