#include "simt/instructions/decoder.hpp"
#include "simt/instructions/mma_modifiers.hpp"

// mma.sync and mma.sp: products of small matrices in the registers of a warp.

namespace warpmark::simt {
namespace {

bool has_quads(const mma_modifiers& modifiers) {
  return modifiers.shape.rows == 8 && modifiers.shape.depth == 4 && modifiers.types[1] == "f16";
}

void describe_quads(const mma_modifiers& modifiers, matrix_product& to) {
  to.quads = 4;
  to.operations *= 4;
  to.a = quad_left_fragment(modifiers.layouts[0] == "row");
  to.b = quad_right_fragment(modifiers.layouts[1] == "row");
  to.c = quad_sum_fragment(bits_of(to.c_type));
  to.d = quad_sum_fragment(bits_of(to.d_type));
}

void describe_fragments(decoder& d, const mma_modifiers& modifiers, unsigned bits,
                        matrix_product& to) {
  if (modifiers.layouts[0] != "row" || modifiers.layouts[1] != "col")
    d.unsupported("expected .row.col");
  const unsigned width = bits == 1 ? 32 : bits;
  const auto& [rows, columns, depth] = to.shape;
  if (columns != 8 || rows > 16 || (to.sparse && rows != 16)) d.unsupported("the shape");
  require_depth(d, to.sparse ? depth / 2 : depth, width);
  to.a = left_fragment(rows, to.sparse ? depth / 2 : depth, width);
  to.b = right_fragment(depth, columns, width);
  to.c = sum_fragment(rows, columns, bits_of(to.c_type));
  to.d = sum_fragment(rows, columns, bits_of(to.d_type));
}

sparsity read_sparsity(decoder& d, const mma_modifiers& modifiers, unsigned bits) {
  const operand& selector = d.at(5);
  if (selector.what != operand::kind::integer) d.unsupported("the selector is not a constant");
  const unsigned row_bits = modifiers.shape.depth / 2 * (bits == 32 ? 4 : 2);
  if (row_bits % 16 != 0 || row_bits > 64 || selector.bits * (row_bits / 16) >= 4)
    d.unsupported("a selector beyond those of the shape");
  return {d.value(d.at(4), scalar_type::b32), static_cast<unsigned>(selector.bits)};
}

}  // namespace

bool decode_mma(decoder& d, instruction& out) {
  if (!d.is("mma")) return false;
  const bool sparse = d.has("sp") || d.has("sp::ordered_metadata");
  for (const char* text : {"block_scale", "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"})
    if (d.has(text)) d.unsupported("block-scaled products");
  const mma_modifiers modifiers = read_modifiers(d);
  if (modifiers.types.size() != 4 || modifiers.layouts.size() != 2)
    d.unsupported("expected two layouts and the types of D, A, B and C");
  const named_tensor_type& left = element_type(d, modifiers.types[1]);
  const named_tensor_type& right = element_type(d, modifiers.types[2]);
  if (left.bits != right.bits) d.unsupported("A and B of different sizes");
  matrix_product product{.shape = in_words(modifiers.shape, left.type),
                         .left = left.type,
                         .right = right.type,
                         .c_type = sum_type(d, modifiers.types[3]),
                         .d_type = sum_type(d, modifiers.types[0]),
                         .saturates = d.has("satfinite"),
                         .counts_equal = d.has("xor")};
  // As the profiler counts them, those of a sparse A like those of a dense one.
  const auto& [rows, columns, depth] = modifiers.shape;
  product.operations = std::uint64_t{2} * rows * columns * depth;
  if (sparse) product.sparse = read_sparsity(d, modifiers, left.bits);
  if (has_quads(modifiers))
    describe_quads(modifiers, product);
  else
    describe_fragments(d, modifiers, left.bits, product);
  product.d_slots = registers_of(d, d.at(0), product.d, true);
  product.a_slots = registers_of(d, d.at(1), product.a, false);
  product.b_slots = registers_of(d, d.at(2), product.b, false);
  product.c_slots = registers_of(d, d.at(3), product.c, false);
  finish_product(d, out, std::move(product));
  return true;
}

}  // namespace warpmark::simt
