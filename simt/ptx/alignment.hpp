#pragma once

#include <cstdint>
#include <vector>

#include "simt/ptx/flattening.hpp"

namespace warpmark::simt {

/// Low bits that are zero in every value that a register ever holds, for each register of the flat
/// program: 3 means multiples of 8. At most 7; 0 where nothing is known.
std::vector<std::uint8_t> known_zero_bits(const flat_program& program);

}  // namespace warpmark::simt
