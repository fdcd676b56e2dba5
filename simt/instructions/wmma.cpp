#include "simt/instructions/mma_modifiers.hpp"

// wmma.mma. The PTX ISA leaves open which lane holds which element; here it is as on an H100, since
// programs have come to rely on it.

namespace warpmark::simt {
namespace {

void decode_wmma_product(decoder& d, instruction& out) {
  const mma_modifiers modifiers = read_modifiers(d);
  const bool short_form = modifiers.types.size() == 2;  // D and C; A and B are f16.
  if ((!short_form && modifiers.types.size() != 4) || modifiers.layouts.size() != 2)
    d.unsupported("expected two layouts and the types of D, A, B and C");
  const named_tensor_type& left = element_type(d, short_form ? "f16" : modifiers.types[1]);
  const named_tensor_type& right = element_type(d, short_form ? "f16" : modifiers.types[2]);
  matrix_product product{.shape = in_words(modifiers.shape, left.type),
                         .left = left.type,
                         .right = right.type,
                         .c_type = sum_type(d, modifiers.types.back()),
                         .d_type = sum_type(d, modifiers.types.front()),
                         .saturates = d.has("satfinite"),
                         .counts_equal = d.has("xor")};
  const auto [rows, columns, depth] = product.shape;
  require_depth(d, depth, word_bits(left));
  product.two_steps = left.type == tensor_type::tf32;
  product.operations = std::uint64_t{2} * rows * columns * modifiers.shape.depth;
  product.a = wide_left_fragment(rows, depth, word_bits(left));
  product.b = wide_right_fragment(depth, columns, word_bits(right));
  product.c = wide_sum_fragment(rows, columns, bits_of(product.c_type));
  product.d = wide_sum_fragment(rows, columns, bits_of(product.d_type));
  product.d_slots = registers_of(d, d.at(0), product.d, true);
  product.a_slots =
      registers_of(d, d.at(1), product.a, false, wmma_copies(product.a, left.type, product.shape));
  product.b_slots =
      registers_of(d, d.at(2), product.b, false, wmma_copies(product.b, right.type, product.shape));
  product.c_slots = registers_of(d, d.at(3), product.c, false);
  finish_product(d, out, std::move(product));
}

}  // namespace

bool decode_wmma(decoder& d, instruction& out) {
  if (!d.is("wmma")) return false;
  if (d.has("load") || d.has("store"))
    decode_wmma_transfer(d, out);
  else
    decode_wmma_product(d, out);
  return true;
}

}  // namespace warpmark::simt
