#include "simt/instructions/tile_product.hpp"

#include <bit>
#include <cstring>

#include "base/vector_clones.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using s16 = std::int16_t;

constexpr unsigned tile_rows = 16, tile_columns = 8, max_depth = 16;
constexpr int tile_kept_bits = 25;
constexpr s16 of_zero = -2000;  // The exponent of 0: below all sums of exponents.
// Sums whose largest exponent is within these bounds are exact in f32 arithmetic, but for terms
// that are cut off anyway.
constexpr s16 min_top = -90, max_top = 100;

// One value per column.
using shorts [[gnu::vector_size(2 * tile_columns)]] = s16;
using floats [[gnu::vector_size(4 * tile_columns)]] = float;
using integers [[gnu::vector_size(4 * tile_columns)]] = std::int32_t;
using sums [[gnu::vector_size(4 * tile_columns)]] = u32;
using doubles [[gnu::vector_size(8 * tile_columns)]] = double;
using longs [[gnu::vector_size(8 * tile_columns)]] = std::int64_t;

// Through a reference: vectors wider than the baseline's are not returned.
template <class Vector, class T>
inline void load(Vector& to, const T (&from)[tile_columns]) {
  std::memcpy(&to, from, sizeof to);
}

// How the bits of an element become an f32.
struct element_format {
  u32 mask, sign, exponent_mask;  // Of the element's bits, moved to their place in f32.
  int shift;                      // To that place.
  float scale;                    // Makes up for the smaller bias.
  s16 smallest_exponent;
};
constexpr element_format half_element = {0x7fff, 0x8000, 0x7c00, 13, 0x1p112f, -14};
constexpr element_format brain_element = {0x7fff, 0x8000, 0x7f80, 16, 1, -126};
constexpr element_format tensor_element = {0x7fffe000, 0x80000000, 0x7f800000, 0, 1, -126};

// Values and exponents of the elements of one register (or of a half of it) in all lanes. Returns
// whether one is infinite or NaN.
template <const element_format& format>
inline u32 decode_lanes(const u32* words, unsigned up, float* value, s16* exponent) {
  u32 special = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const u32 bits = words[lane] >> up;
    special |= (bits & format.exponent_mask) == format.exponent_mask;
    const float magnitude =
        std::bit_cast<float>((bits & format.mask) << format.shift) * format.scale;
    const u32 as_float = std::bit_cast<u32>(magnitude);
    const u32 sign = (bits & format.sign) << (format.sign == 0x8000 ? 16 : 0);
    value[lane] = std::bit_cast<float>(as_float | sign);
    const int own = static_cast<int>(as_float >> 23) - 127;
    const int power = own < format.smallest_exponent ? format.smallest_exponent : own;
    exponent[lane] = static_cast<s16>(as_float == 0 ? of_zero : power);
  }
  return special;
}

// Columns are in the order 0, 2, 4, 6, 1, 3, 5, 7 here, in which the registers of C and D have
// them.
constexpr unsigned column_at(unsigned place) { return place % 4 * 2 + place / 4; }

struct tile_operands {
  // By element of the fragment and lane, as in the registers.
  alignas(32) float a[8][32];
  alignas(32) s16 a_exponent[8][32];
  // By k in the order of A's elements, and column.
  alignas(32) float b[max_depth][tile_columns];
  alignas(32) s16 b_exponent[max_depth][tile_columns];
  alignas(32) float c[tile_rows][tile_columns];
};

template <const element_format& format, unsigned depth>
inline bool read_operands(lane_context& context, const matrix_product& product, tile_operands& to) {
  constexpr unsigned per = format.sign == 0x8000 ? 2 : 1;
  u32 special = 0;
  for (unsigned e = 0; e < depth / 2; ++e)
    special |= decode_lanes<format>(lanes_at<u32>(context, product.a_slots[e / per]), e % per * 16,
                                    to.a[e], to.a_exponent[e]);
  for (unsigned e = 0; e < depth / 4; ++e) {
    alignas(32) float value[32];
    alignas(32) s16 exponent[32];
    special |= decode_lanes<format>(lanes_at<u32>(context, product.b_slots[e / per]), e % per * 16,
                                    value, exponent);
    for (unsigned t = 0; t < 4; ++t)
      for (unsigned n = 0; n < tile_columns; ++n) {
        to.b[e * 4 + t][n] = value[column_at(n) * 4 + t];
        to.b_exponent[e * 4 + t][n] = exponent[column_at(n) * 4 + t];
      }
  }
  for (unsigned i = 0; i < 4; ++i) {
    const u32* words = lanes_at<u32>(context, product.c_slots[i]);
    for (unsigned lane = 0; lane < 32; ++lane) special |= (words[lane] & 0x7f800000) == 0x7f800000;
    for (unsigned g = 0; g < 8; ++g)
      std::memcpy(to.c[i / 2 * 8 + g] + i % 2 * 4, words + g * 4, 4 * sizeof(float));
  }
  return special == 0;
}

// The element of A for half of the rows and the k-th column in B's order: elements of the upper and
// of the lower rows alternate by registers.
template <unsigned per>
constexpr unsigned left_element(unsigned half_of_rows, unsigned k) {
  const unsigned e = k / 4;  // Of B.
  return (e / per * 2 + half_of_rows) * per + e % per;
}

// The largest exponent of each sum of a row.
template <unsigned per, unsigned depth>
inline void find_tops(const tile_operands& in, unsigned m, shorts& top) {
  integers bits;
  load(bits, in.c[m]);
  bits &= 0x7fffffff;
  integers exponent = (bits >> 23) - 127;
  exponent = exponent < -126 ? integers{} - 126 : exponent;
  exponent = bits == 0 ? integers{} + 2 * of_zero : exponent;
  top = __builtin_convertvector(exponent, shorts);
  for (unsigned k = 0; k < depth; ++k) {
    shorts right;
    load(right, in.b_exponent[k]);
    const shorts sum = right + in.a_exponent[left_element<per>(m / 8, k)][m % 8 * 4 + k % 4];
    top = sum > top ? sum : top;
  }
  // Only zeros: any unit will do.
  top = top < static_cast<s16>(of_zero / 2) ? shorts{} : top;
}

// A row of D.
template <unsigned per, unsigned depth>
inline void add_up(const tile_operands& in, unsigned m, const shorts& top, floats& d) {
  const integers exponents = __builtin_convertvector(top, integers);
  const integers factors = (127 + tile_kept_bits - exponents) << 23;
  const integers units = (127 - tile_kept_bits + exponents) << 23;
  floats factor, unit, accumulator, right;
  std::memcpy(&factor, &factors, sizeof factor);
  std::memcpy(&unit, &units, sizeof unit);
  load(accumulator, in.c[m]);
  // Eight products and the accumulator fit 32 bits, unless the exponents are out of bounds: then
  // the result is not used, and the sum may wrap.
  sums first = (sums) __builtin_convertvector(accumulator * factor, integers), second = {};
  for (unsigned k = 0; k < depth; ++k) {
    load(right, in.b[k]);
    const float left = in.a[left_element<per>(m / 8, k)][m % 8 * 4 + k % 4];
    (k < 8 ? first : second) += (sums) __builtin_convertvector(right * left * factor, integers);
  }
  // Toward zero to the 24 bits of f32; the sum has up to 32.
  doubles sum = __builtin_convertvector((integers)first, doubles) +
                __builtin_convertvector((integers)second, doubles);
  longs kept;
  std::memcpy(&kept, &sum, sizeof kept);
  kept &= ~((std::int64_t{1} << 29) - 1);
  std::memcpy(&sum, &kept, sizeof sum);
  d = __builtin_convertvector(sum, floats) * unit;
}

template <const element_format& format, unsigned depth>
WARPMARK_VECTOR_CLONES bool multiply_elements(lane_context& context,
                                              const matrix_product& product) {
  constexpr unsigned per = format.sign == 0x8000 ? 2 : 1;
  tile_operands in;
  if (!read_operands<format, depth>(context, product, in)) return false;
  alignas(32) float d[tile_rows][tile_columns];
  shorts outside = {};
  for (unsigned m = 0; m < tile_rows; ++m) {
    shorts top;
    find_tops<per, depth>(in, m, top);
    outside |= (top < min_top) | (top > max_top);
    floats row;
    add_up<per, depth>(in, m, top, row);
    std::memcpy(d[m], &row, sizeof row);
  }
  for (unsigned n = 0; n < tile_columns; ++n)
    if (outside[n] != 0) return false;
  for (unsigned i = 0; i < 4; ++i) {
    auto* words = lanes_at<float>(context, product.d_slots[i]);
    for (unsigned g = 0; g < 8; ++g)
      std::memcpy(words + g * 4, d[i / 2 * 8 + g] + i % 2 * 4, 4 * sizeof(float));
  }
  return true;
}

}  // namespace

bool is_tile_product(const matrix_product& product) {
  const bool type = product.left == tensor_type::f16 || product.left == tensor_type::bf16 ||
                    product.left == tensor_type::tf32;
  return type && !product.sparse && product.quads == 1 && !product.two_steps &&
         product.shape.rows == tile_rows && product.shape.columns == tile_columns &&
         product.shape.depth <= max_depth && product.c_type == accumulator_type::f32 &&
         product.d_type == accumulator_type::f32;
}

bool multiply_tile(lane_context& context, const matrix_product& product) {
  const bool deep = product.shape.depth == (product.left == tensor_type::tf32 ? 8 : 16);
  switch (product.left) {
    case tensor_type::f16:
      return deep ? multiply_elements<half_element, 16>(context, product)
                  : multiply_elements<half_element, 8>(context, product);
    case tensor_type::bf16:
      return deep ? multiply_elements<brain_element, 16>(context, product)
                  : multiply_elements<brain_element, 8>(context, product);
    default:
      return deep ? multiply_elements<tensor_element, 8>(context, product)
                  : multiply_elements<tensor_element, 4>(context, product);
  }
}

}  // namespace warpmark::simt
