#include "simt/instructions/tile_product.hpp"

#include "base/vector_clones.hpp"
#include "simt/instructions/tile_sums.hpp"

namespace warpmark::simt {
namespace tile {
namespace {

// Row 8 half + line.
template <class Accumulators>
auto* row_of(Accumulators& sums, unsigned half, unsigned line) {
  return sums.value[line / 4 * 2 + line % 2][line / 2 % 2 * 2 + half];
}

// C and D have two registers per half of the rows: of the even and of the odd columns.
WARPMARK_TILE_INLINE void read_wide_sums(lane_context& context, const matrix_product& product,
                                         accumulators& to) {
  for (unsigned half = 0; half < 2; ++half) {
    const auto* even = lanes_at<float>(context, product.c_slots[half * 2]);
    const auto* odd = lanes_at<float>(context, product.c_slots[half * 2 + 1]);
    for (unsigned line = 0; line < 8; ++line) {
      four_floats low, high;
      load(low, even + line * 4);
      load(high, odd + line * 4);
      store(row_of(to, half, line),
            floats(__builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7)));
    }
  }
}

WARPMARK_TILE_INLINE void write_wide_sums(lane_context& context, const matrix_product& product,
                                          const accumulators& from) {
  for (unsigned half = 0; half < 2; ++half) {
    auto* even = lanes_at<float>(context, product.d_slots[half * 2]);
    auto* odd = lanes_at<float>(context, product.d_slots[half * 2 + 1]);
    for (unsigned line = 0; line < 8; ++line) {
      four_floats low, high;
      load(low, row_of(from, half, line));
      load(high, row_of(from, half, line) + 4);
      store(even + line * 4, low);
      store(odd + line * 4, high);
    }
  }
}

template <const element_format& format, unsigned depth>
WARPMARK_VECTOR_CLONES bool multiply_elements(lane_context& context,
                                              const matrix_product& product) {
  constexpr unsigned used_chunks = depth > 8 ? 2 : 1, used_parts = depth == 4 ? 1 : 2;
  const u32 *a[4], *b[2];
  const auto a_registers = static_cast<unsigned>(product.a_slots.size());
  const unsigned b_registers = a_registers / 2;
  integers a_magnitudes = {}, b_magnitudes = {};
  for (unsigned r = 0; r < a_registers; ++r) {
    a[r] = lanes_at<u32>(context, product.a_slots[r]);
    raise_magnitudes<format>(a[r], a_magnitudes);
  }
  for (unsigned r = 0; r < b_registers; ++r) {
    b[r] = lanes_at<u32>(context, product.b_slots[r]);
    raise_magnitudes<format>(b[r], b_magnitudes);
  }
  constexpr s32 special = (1 << format.exponent_bits) - 1;
  const s32 a_base = largest_field<format>(a_magnitudes),
            b_base = largest_field<format>(b_magnitudes);
  if (a_base == special || b_base == special) return false;
  left_operand left;
  right_operand right;
  accumulators c, d;
  for (unsigned chunk = 0; chunk < used_chunks; ++chunk) {
    read_left<format, used_parts>(a + chunk * 2, chunk, a_base, left);
    read_right<format, used_parts>(b + chunk, chunk, b_base, right);
  }
  read_wide_sums(context, product, c);
  const s32 offset = a_base + b_base - 2 * format.bias + bias;
  if (!multiply<format, depth, false>(left, right, c, offset, d)) return false;
  write_wide_sums(context, product, d);
  return true;
}

}  // namespace
}  // namespace tile

bool is_tile_product(const matrix_product& product) {
  const bool type = product.left == tensor_type::f16 || product.left == tensor_type::bf16 ||
                    product.left == tensor_type::tf32;
  return type && !product.sparse && product.quads == 1 && !product.two_steps &&
         product.shape.rows == tile::rows && product.shape.columns == tile::columns &&
         product.shape.depth <= tile::max_depth && product.c_type == accumulator_type::f32 &&
         product.d_type == accumulator_type::f32;
}

bool multiply_tile(lane_context& context, const matrix_product& product) {
  const bool deep = product.shape.depth == (product.left == tensor_type::tf32 ? 8 : 16);
  switch (product.left) {
    case tensor_type::f16:
      return deep ? tile::multiply_elements<tile::half_element, 16>(context, product)
                  : tile::multiply_elements<tile::half_element, 8>(context, product);
    case tensor_type::bf16:
      return deep ? tile::multiply_elements<tile::brain_element, 16>(context, product)
                  : tile::multiply_elements<tile::brain_element, 8>(context, product);
    default:
      return deep ? tile::multiply_elements<tile::tensor_element, 8>(context, product)
                  : tile::multiply_elements<tile::tensor_element, 4>(context, product);
  }
}

}  // namespace warpmark::simt
