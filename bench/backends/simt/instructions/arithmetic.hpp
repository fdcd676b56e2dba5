#pragma once

#include "bench/backends/simt/instructions/decoder.hpp"

// The parts of decode_integer, decode_floating, decode_comparison and decode_conversion. Each fills
// `out` and returns true if the statement is its own.

namespace warpmark::simt {

bool decode_bits(decoder& d, instruction& out);
bool decode_permutation(decoder& d, instruction& out);
bool decode_carry(decoder& d, instruction& out);
bool decode_packed_integer(decoder& d, instruction& out);
bool decode_video(decoder& d, instruction& out);

}  // namespace warpmark::simt
