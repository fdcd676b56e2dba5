#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// The number of low bits that are zero in every value of a register, per register of the flat
/// program: 3 means multiples of 8. At most 7; 0 if unknown.
std::vector<std::uint8_t> known_zero_bits(const flat_program& program);

}  // namespace warpmark::simt
