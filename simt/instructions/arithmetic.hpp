#pragma once

#include "simt/instructions/decoder.hpp"

// The parts of decode_integer, decode_floating, decode_comparison and decode_conversion. Each fills
// `out` and returns true if the statement belongs to its class.

namespace warpmark::simt {

bool decode_bits(decoder& d, instruction& out);
bool decode_permutation(decoder& d, instruction& out);
bool decode_carry(decoder& d, instruction& out);
bool decode_packed_integer(decoder& d, instruction& out);
bool decode_video(decoder& d, instruction& out);

/// f16, bf16 and pairs of them.
bool decode_half(decoder& d, instruction& out);
/// fma.rn of f32 and f64; leaves the operands to the caller.
bool decode_fused(decoder& d, instruction& out);
/// abs, neg, copysign, min, max and testp of f32 and f64.
bool decode_sign_and_order(decoder& d, instruction& out);
/// The .approx and .full instructions of f32 and f64.
bool decode_approximate(decoder& d, instruction& out);

/// selp, slct and the logic of predicates.
bool decode_selection(decoder& d, instruction& out);
/// Comparisons of two pairs of f16 or bf16.
bool decode_pair_comparison(decoder& d, instruction& out);

/// mov in all its forms.
bool decode_move(decoder& d, instruction& out);
/// cvt from or to f16, bf16, tf32 and the 8-bit types.
bool decode_narrow_conversion(decoder& d, instruction& out);
/// cvt.pack
bool decode_packing_conversion(decoder& d, instruction& out);

}  // namespace warpmark::simt
