#pragma once

#include <cstdint>

#include "simt/instructions/matrix_product.hpp"

// The fast way of the most frequent products: dense m16n8 of f16, bf16 and tf32, with f32 sums. It
// keeps the order of the registers, in which a row of A and a column of B have the same order, and
// gives the same bits as truncated_sums().

namespace warpmark::simt {

/// Whether a product may be computed this way, on this processor.
bool is_tile_product(const matrix_product& product);

/// Computes it unless there are infinities, NaNs, or sums near the ends of the range of f32: then
/// it writes nothing and returns false.
bool multiply_tile(lane_context& context, const matrix_product& product);

}  // namespace warpmark::simt
