#include "simt/instructions/tile_product.hpp"

#include <cstring>
#include <utility>

#include "base/vector_clones.hpp"

namespace warpmark::simt {
namespace {

using u32 = std::uint32_t;
using s16 = std::int16_t;

constexpr unsigned tile_rows = 16, tile_columns = 8, max_depth = 16;
constexpr unsigned block_depth = 8;  // Exponents of A are stored by eight columns.
constexpr int tile_kept_bits = 25;
constexpr s16 of_zero = -2000;  // The exponent of 0: below all sums of exponents.
// Sums whose largest exponent is within these bounds are exact in f32 arithmetic, but for terms
// that are cut off anyway.
constexpr s16 min_top = -90, max_top = 100;

// One value per column, or per element of a row.
using shorts [[gnu::vector_size(2 * tile_columns)]] = s16;
using floats [[gnu::vector_size(4 * tile_columns)]] = float;
using integers [[gnu::vector_size(4 * tile_columns)]] = std::int32_t;
using sums [[gnu::vector_size(4 * tile_columns)]] = u32;
using doubles [[gnu::vector_size(8 * tile_columns)]] = double;
using longs [[gnu::vector_size(8 * tile_columns)]] = std::int64_t;
// Of two rows.
using short_pairs [[gnu::vector_size(4 * tile_columns)]] = s16;

// Through a reference: vectors wider than the baseline's are not returned.
template <class Vector, class T>
inline void load(Vector& to, const T* from) {
  std::memcpy(&to, from, sizeof to);
}

// How the bits of an element, in the upper bits of a word, become an f32.
struct element_format {
  u32 mask;      // After the shift.
  int shift;     // To the right, which repeats the sign.
  float scale;   // Makes up for the smaller bias.
  u32 exponent;  // All bits of the exponent, after the shift.
  int smallest_exponent;
  bool is_half_word;
};
constexpr element_format half_element = {0x8fffe000, 3, 0x1p112f, 0x0f800000, -14, true};
constexpr element_format brain_element = {0xffff0000, 0, 1, 0x7f800000, -126, true};
constexpr element_format tensor_element = {0xffffe000, 0, 1, 0x7f800000, -126, false};

// Value and exponent of eight elements. Sets bits of `special` where one is infinite or NaN.
template <const element_format& format>
inline void decode(const integers& words, floats& value, shorts& exponent, integers& special) {
  const integers bits = (words >> format.shift) & static_cast<std::int32_t>(format.mask);
  const auto all = static_cast<std::int32_t>(format.exponent);
  special |= (bits & all) == all;
  std::memcpy(&value, &bits, sizeof value);
  if (format.scale != 1) value *= format.scale;
  integers as_float;
  std::memcpy(&as_float, &value, sizeof as_float);
  as_float &= 0x7fffffff;
  const integers own = (as_float >> 23) - 127;
  const integers smallest = integers{} + format.smallest_exponent;
  const integers power = own < smallest ? smallest : own;
  exponent = __builtin_convertvector(as_float == 0 ? integers{} + of_zero : power, shorts);
}

// Columns are in the order 0, 2, 4, 6, 1, 3, 5, 7 here, in which the registers of C and D have
// them.
struct tile_operands {
  alignas(32) float a[tile_rows][max_depth];
  alignas(32) s16 a_exponent[max_depth / block_depth][tile_rows][block_depth];
  alignas(32) float b[max_depth][tile_columns];
  alignas(32) s16 b_exponent[max_depth][tile_columns];
  alignas(32) float c[tile_rows][tile_columns];
};

// A register of A has eight rows, of eight or four successive elements each.
template <const element_format& format>
inline void read_left(const u32* words, unsigned first_row, unsigned first_k, tile_operands& to,
                      integers& special) {
  for (unsigned g = 0; g < 8; g += format.is_half_word ? 1 : 2) {
    integers elements;
    if constexpr (format.is_half_word) {
      shorts halves;
      load(halves, words + g * 4);
      elements = __builtin_convertvector(halves, integers) << 16;
    } else {
      load(elements, words + g * 4);
    }
    floats value;
    shorts exponent;
    decode<format>(elements, value, exponent, special);
    constexpr unsigned width = format.is_half_word ? 8 : 4;
    for (unsigned row = 0; row < 8 / width; ++row) {
      const unsigned m = first_row + g + row, k = first_k % block_depth;
      std::memcpy(to.a[m] + first_k, reinterpret_cast<float*>(&value) + row * width,
                  width * sizeof(float));
      std::memcpy(to.a_exponent[first_k / block_depth][m] + k,
                  reinterpret_cast<s16*>(&exponent) + row * width, width * sizeof(s16));
    }
  }
}

// The words of a register of B by column become those by k: element n of `to[t]` is of lane
// column(n) * 4 + t.
inline void transpose(const u32* words, integers (&to)[4]) {
  integers in[4], pairs[4];
  for (unsigned i = 0; i < 4; ++i) load(in[i], words + i * 8);
  for (unsigned i = 0; i < 4; i += 2) {
    pairs[i] = __builtin_shufflevector(in[i], in[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[i + 1] = __builtin_shufflevector(in[i], in[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (unsigned i = 0; i < 2; ++i) {
    to[i * 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    to[i * 2 + 1] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
}

template <const element_format& format>
inline void read_right(const u32* words, unsigned first_k, tile_operands& to, integers& special) {
  integers by_k[4];
  transpose(words, by_k);
  constexpr unsigned per = format.is_half_word ? 2 : 1;
  for (unsigned t = 0; t < 4; ++t)
    for (unsigned i = 0; i < per; ++i) {
      floats value;
      shorts exponent;
      decode<format>(i + 1 < per ? by_k[t] << 16 : by_k[t], value, exponent, special);
      const unsigned k = first_k + t * per + i;
      std::memcpy(to.b[k], &value, sizeof value);
      std::memcpy(to.b_exponent[k], &exponent, sizeof exponent);
    }
}

// Returns whether all elements are finite.
template <const element_format& format, unsigned depth>
inline bool read_operands(lane_context& context, const matrix_product& product, tile_operands& to) {
  constexpr unsigned width = format.is_half_word ? 8 : 4;
  integers special = {};
  for (unsigned chunk = 0; chunk < depth / width; ++chunk) {
    for (unsigned half = 0; half < 2; ++half)
      read_left<format>(lanes_at<u32>(context, product.a_slots[chunk * 2 + half]), half * 8,
                        chunk * width, to, special);
    read_right<format>(lanes_at<u32>(context, product.b_slots[chunk]), chunk * width, to, special);
  }
  for (unsigned i = 0; i < 4; ++i) {
    const u32* words = lanes_at<u32>(context, product.c_slots[i]);
    for (unsigned g = 0; g < 8; g += 2) {
      integers bits;
      load(bits, words + g * 4);
      special |= (bits & 0x7f800000) == 0x7f800000;
      std::memcpy(to.c[i / 2 * 8 + g] + i % 2 * 4, words + g * 4, 4 * sizeof(float));
      std::memcpy(to.c[i / 2 * 8 + g + 1] + i % 2 * 4, words + g * 4 + 4, 4 * sizeof(float));
    }
  }
  for (unsigned n = 0; n < tile_columns; ++n)
    if (special[n] != 0) return false;
  return true;
}

// The exponents of a row of C.
inline void accumulator_exponents(const float* c, shorts& to) {
  integers bits;
  load(bits, c);
  bits &= 0x7fffffff;
  integers exponent = (bits >> 23) - 127;
  exponent = exponent < -126 ? integers{} - 126 : exponent;
  exponent = bits == 0 ? integers{} + 2 * of_zero : exponent;
  to = __builtin_convertvector(exponent, shorts);
}

// Raises `top` to the exponents of the k-th products of two rows; `left` is a block of both rows.
template <unsigned k>
inline void raise_top(const short_pairs& left, const s16* b_exponent, short_pairs& top) {
  shorts right;
  load(right, b_exponent);
  const short_pairs both =
      __builtin_shufflevector(right, right, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
  const short_pairs sum =
      both + __builtin_shufflevector(left, left, k, k, k, k, k, k, k, k, 8 + k, 8 + k, 8 + k, 8 + k,
                                     8 + k, 8 + k, 8 + k, 8 + k);
  top = sum > top ? sum : top;
}

// The largest exponent of each sum of rows m and m + 1.
template <unsigned depth>
inline void find_tops(const tile_operands& in, unsigned m, short_pairs& top) {
  shorts upper, lower;
  accumulator_exponents(in.c[m], upper);
  accumulator_exponents(in.c[m + 1], lower);
  top = __builtin_shufflevector(upper, lower, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  constexpr unsigned in_block = depth < block_depth ? depth : block_depth;
  for (unsigned block = 0; block < depth / in_block; ++block) {
    short_pairs left;
    load(left, in.a_exponent[block][m]);
    [&]<unsigned... k>(std::integer_sequence<unsigned, k...>) {
      (raise_top<k>(left, in.b_exponent[block * block_depth + k], top), ...);
    }
    (std::make_integer_sequence<unsigned, in_block>());
  }
  // Only zeros: any unit will do.
  top = top < static_cast<s16>(of_zero / 2) ? short_pairs{} : top;
}

// A row of D.
template <unsigned depth>
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
    (k < 8 ? first : second) +=
        (sums) __builtin_convertvector(right * in.a[m][k] * factor, integers);
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
  tile_operands in;
  if (!read_operands<format, depth>(context, product, in)) return false;
  alignas(32) float d[tile_rows][tile_columns];
  short_pairs outside = {};
  for (unsigned m = 0; m < tile_rows; m += 2) {
    short_pairs tops;
    find_tops<depth>(in, m, tops);
    outside |= (tops < min_top) | (tops > max_top);
    shorts top[2];
    std::memcpy(top, &tops, sizeof top);
    for (unsigned i = 0; i < 2; ++i) {
      floats row;
      add_up<depth>(in, m + i, top[i], row);
      std::memcpy(d[m + i], &row, sizeof row);
    }
  }
  for (unsigned n = 0; n < 2 * tile_columns; ++n)
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
