#pragma once

#include <cstdint>

#include "simt/execution/lane_context.hpp"
#include "simt/instructions/matrix_product.hpp"

namespace warpmark::simt {

/// D = A B + C of integers or single bits, for the lanes in `active`. Sums wrap, or are clamped if
/// the product saturates.
void multiply_integers(lane_context& context, const matrix_product& product, std::uint32_t active);

}  // namespace warpmark::simt
