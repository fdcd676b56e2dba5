#include "simt/instructions/tile_product.hpp"

#include "base/vector_clones.hpp"
#include "simt/instructions/tile_operands.hpp"

// The sums of a tile, as truncated_sums() in tensor_product.hpp makes them: all products and the
// accumulator, each cut to so many bits below the largest exponent, added at once. Here they are
// integers: multiples of the last bit that is kept.

namespace warpmark::simt {
namespace tile {
namespace {

constexpr s32 kept_bits = 25;
constexpr s32 bias = 127;
// Sums whose largest exponent is within these bounds are exact in f32 arithmetic, but for terms
// that are cut off anyway.
constexpr s32 min_top = bias - 90, max_top = bias + 100;

/// C or D, by group and row of the group.
struct accumulators {
  alignas(32) float value[4][4][columns];
};

/// What a tile must not exceed to be computed this way.
struct tile_limits {
  bytes raised = {};                         ///< Not 0: exponents were too far apart.
  sums lowest = sums{} + ~0u, highest = {};  ///< Of the largest exponents, less one.
  integers accumulator = {};                 ///< Largest magnitude.
  sums sum = {};                             ///< Largest magnitude.
};

/// Word n of `top` gets the largest exponents of the products for column n and four rows.
template <const element_format& format, unsigned used_chunks, unsigned used_parts>
WARPMARK_TILE_INLINE void find_tops(const left_operand& left, const right_operand& right,
                                    bytes (&top)[4]) {
  for (bytes& of_group : top) of_group = bytes{} + s8{-128};
  for (unsigned chunk = 0; chunk < used_chunks; ++chunk)
    for (unsigned part = 0; part < used_parts; ++part)
      for (unsigned t = 0; t < steps; ++t) {
        bytes of_columns;
        load(of_columns, right.exponent[chunk][part][t][0]);
        for (unsigned g = 0; g < 4; ++g) {
          s32 of_rows;
          load(of_rows, left_exponents<format>(left, row_groups[g], chunk, part, t));
          raise(top[g], bytes(of_columns + (bytes)(integers{} + of_rows)));
        }
      }
}

/// The biased exponents of eight sums: of the products, given relative, or of the accumulators if
/// larger; 0 if there are only zeros.
WARPMARK_TILE_INLINE void top_of_sums(const integers& relative, s32 offset, const integers& c,
                                      tile_limits& limits, integers& top) {
  const integers magnitude = c & 0x7fffffff;
  raise(limits.accumulator, magnitude);
  top = magnitude >> 23;
  raise(top, integers(magnitude < 1 ? magnitude : integers{} + 1));  // Of subnormal numbers.
  raise(top, integers(relative > of_zero ? relative + offset : integers{}));
  const sums less_one = (sums)top - 1;  // Zeros become the highest.
  limits.lowest = less_one < limits.lowest ? less_one : limits.lowest;
  raise(limits.highest, (sums)top);
  raise(top, integers{} + min_top);
}

/// Toward zero to the 24 bits of f32.
WARPMARK_TILE_INLINE void round_sums(const sums& from, const floats& unit, tile_limits& limits,
                                     floats& to) {
  const integers sign = (integers)from & static_cast<s32>(0x80000000);
  const integers magnitude = (integers)from < 0 ? (integers)(sums{} - from) : (integers)from;
  raise(limits.sum, (sums)magnitude);
  const floats nearest = __builtin_convertvector(magnitude, floats);
  const integers lost =
      (integers)((sums)magnitude - (sums) __builtin_convertvector(nearest, integers));
  const integers bits = (integers)nearest + (lost >> 31);
  to = (floats)(bits | sign) * unit;
}

/// Eight sums of a row.
template <unsigned used_chunks, unsigned used_parts>
WARPMARK_TILE_INLINE void add_products(const float (*a)[parts][steps], const right_operand& right,
                                       const float* c, const floats& factor, sums& to) {
  floats b;
  load(b, c);
  to = (sums) __builtin_convertvector(b * factor, integers);
  for (unsigned chunk = 0; chunk < used_chunks; ++chunk)
    for (unsigned part = 0; part < used_parts; ++part)
      for (unsigned t = 0; t < steps; ++t) {
        load(b, right.value[chunk][part][t]);
        to += (sums) __builtin_convertvector(b * a[chunk][part][t] * factor, integers);
      }
}

/// D = A B + C. Returns false, and leaves `d` undefined, if there are infinities or NaNs in C, or
/// sums near the ends of the range of f32. `offset`: the biased exponent of products at relative
/// exponent 0.
template <const element_format& format, unsigned depth>
WARPMARK_TILE_INLINE bool multiply(const left_operand& left, const right_operand& right,
                                   const accumulators& c, s32 offset, accumulators& d) {
  constexpr unsigned used_chunks = depth > 8 ? 2 : 1, used_parts = depth == 4 ? 1 : 2;
  tile_limits limits;
  bytes tops[4];
  find_tops<format, used_chunks, used_parts>(left, right, tops);
  // Each step for all rows: chains of dependent instructions would fill the processor's window.
  floats unit[rows];
  sums sum[rows];
  for (unsigned row = 0; row < rows; ++row) {
    integers accumulator, top;
    load(accumulator, c.value[row / 4][row % 4]);
    top_of_sums((integers)tops[row / 4] << (24 - 8 * (row % 4)) >> 24, offset, accumulator, limits,
                top);
    unit[row] = (floats)((top - kept_bits) << 23);
  }
  for (unsigned row = 0; row < rows; ++row) {
    const row_group group = row_groups[row / 4];
    const unsigned i = row % 4;
    add_products<used_chunks, used_parts>(left.value[group.half(i)][group.pair(i)][group.odd],
                                          right, c.value[row / 4][i],
                                          (floats)((2 * bias << 23) - (sums)unit[row]), sum[row]);
  }
  for (unsigned row = 0; row < rows; ++row) {
    floats result;
    round_sums(sum[row], unit[row], limits, result);
    store(d.value[row / 4][row % 4], result);
  }
  // Those of one that was raised to the smallest may have come up to here.
  if constexpr (format.exponent_bits > 5)
    for (const bytes& top : tops) limits.raised |= (top <= smallest_exponent) & (top > of_zero);
  // The magnitude of a sum is below 2^31 + 2^26, so that one that does not fit wraps to these.
  constexpr u32 largest_sum = (1u << 31) - (1u << 26);
  const integers outside = (integers)(limits.raised) | (limits.lowest < min_top - 1) |
                           (limits.highest > max_top) | (limits.accumulator >= 0x7f800000) |
                           (limits.sum >= largest_sum);
  using longs [[gnu::vector_size(vector_bytes)]] = std::int64_t;
  const longs any = (longs)outside;
  return (any[0] | any[1] | any[2] | any[3]) == 0;
}

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
WARPMARK_WIDE_VECTORS bool multiply_elements(lane_context& context, const matrix_product& product) {
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
  if (!multiply<format, depth>(left, right, c, offset, d)) return false;
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
         product.d_type == accumulator_type::f32 && has_wide_vectors();
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
