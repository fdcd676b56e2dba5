#include "simt/instructions/kept_columns.hpp"

namespace warpmark::simt {
namespace {

// The four lanes 4g to 4g + 3 have the codes of rows g and g + 8, beginning with the lane that the
// selector names. Of 8-bit elements each lane has 32 bits of one row, the rows by turns; of others,
// 16 bits of both.
std::uint32_t code_of_kept(const std::uint32_t* words, const matrix_product& product, unsigned row,
                           unsigned at, unsigned row_bits, unsigned code_bits) {
  const bool one_row = product.a.bits == 8;
  const unsigned first = product.sparse->selector * (row_bits / 16) % 4;
  const unsigned lane = first + (one_row ? at / 32 * 2 + row / 8 : at / 16);
  const unsigned shift = one_row ? at % 32 : row / 8 * 16 + at % 16;
  return (words[row % 8 * 4 + lane] >> shift) & ((1u << code_bits) - 1);
}

}  // namespace

kept_columns::kept_columns(lane_context& context, const matrix_product& product) {
  const unsigned kept = product.shape.depth / 2;
  const bool wide = product.left == tensor_type::tf32;
  const unsigned code_bits = wide ? 4 : 2, row_bits = kept * code_bits;
  const auto* words = lanes_at<std::uint32_t>(context, product.sparse->metadata);
  columns_.resize(std::size_t{16} * kept);
  for (unsigned row = 0; row < 16; ++row)
    for (unsigned j = 0; j < kept; ++j) {
      const unsigned at = j * code_bits;
      const std::uint32_t code = code_of_kept(words, product, row, at, row_bits, code_bits);
      // Codes of pairs: 0100 is the first element, 1110 the second.
      const unsigned column = wide ? j * 2 + (code >> 3) : j / 2 * 4 + code;
      columns_[row * kept + j] = static_cast<std::uint16_t>(row * product.shape.depth + column);
    }
}

}  // namespace warpmark::simt
