#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/simt/conformance/entry.hpp"

namespace conformance {

/// Operand values of one entry: [operand][index], bits in the low end. The same on every machine:
/// the corner cases of all operands combined, then pseudo-random patterns.
using input_values = std::vector<std::vector<std::uint64_t>>;

input_values inputs_of(const entry& e);

/// Bits of a value of the type: 1 for pred, 8 … 64.
unsigned bits_of(const std::string& type);

/// FNV-1a of the values' bytes, little-endian.
std::uint64_t hash_of(const std::vector<std::uint64_t>& values, std::uint64_t seed = 0);

}  // namespace conformance
