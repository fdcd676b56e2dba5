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
  std::int32_t mask;  // After the shift.
  int shift;          // To the right, which repeats the sign.
  float scale;        // Makes up for the smaller bias.
  int exponent_bits;
  int bias;
  bool is_half_word;
};
constexpr element_format half_element = {~0x70001fff, 3, 0x1p112f, 5, 15, true};
constexpr element_format brain_element = {~0xffff, 0, 1, 8, 127, true};
constexpr element_format tensor_element = {~0x1fff, 0, 1, 8, 127, false};

// Values of eight elements.
template <const element_format& format>
inline void decode_values(const integers& words, floats& value) {
  const integers bits = (words >> format.shift) & format.mask;
  std::memcpy(&value, &bits, sizeof value);
  if (format.scale != 1) value *= format.scale;
}

// Exponents of as many elements as fit a vector. `largest` becomes the largest exponent field.
template <const element_format& format, class Vector>
inline void decode_exponents(const Vector& elements, Vector& exponent, Vector& largest) {
  constexpr int bits = 8 * sizeof(elements[0]);
  constexpr auto magnitude_mask =
      static_cast<std::int32_t>(format.is_half_word ? 0x7fff : format.mask & 0x7fffffff);
  const Vector magnitude = elements & magnitude_mask;
  const Vector field = magnitude >> (bits - 1 - format.exponent_bits);
  largest = field > largest ? field : largest;
  const Vector one = Vector{} + 1;
  exponent = (field > one ? field : one) - format.bias;
  exponent = magnitude == 0 ? Vector{} + of_zero : exponent;
}

// Columns are in the order 0, 2, 4, 6, 1, 3, 5, 7 here, in which the registers of C and D have
// them.
struct tile_operands {
  alignas(32) float a[tile_rows][max_depth];
  alignas(32) s16 a_exponent[max_depth / block_depth][tile_rows][block_depth];
  alignas(32) float b[max_depth][tile_columns];
  alignas(32) s16 b_exponent[max_depth][2][tile_columns];  // Twice, for two rows of A.
  alignas(32) float c[tile_rows][tile_columns];
};

// A register of A has eight rows, of eight halves each.
template <const element_format& format>
inline void read_left_halves(const u32* words, unsigned first_row, unsigned chunk,
                             tile_operands& to, short_pairs& largest) {
  for (unsigned g = 0; g < 8; g += 2) {
    short_pairs two_rows, exponent;
    load(two_rows, words + g * 4);
    decode_exponents<format>(two_rows, exponent, largest);
    std::memcpy(to.a_exponent[chunk][first_row + g], &exponent, sizeof exponent);
    for (unsigned row = g; row < g + 2; ++row) {
      shorts halves;
      floats value;
      load(halves, words + row * 4);
      decode_values<format>(__builtin_convertvector(halves, integers) << 16, value);
      std::memcpy(to.a[first_row + row] + chunk * 8, &value, sizeof value);
    }
  }
}

// Or of four words each.
template <const element_format& format>
inline void read_left_words(const u32* words, unsigned first_row, unsigned chunk, tile_operands& to,
                            integers& largest) {
  constexpr unsigned width = 4;
  for (unsigned g = 0; g < 8; g += 2) {
    integers two_rows, exponent;
    floats value;
    load(two_rows, words + g * width);
    decode_exponents<format>(two_rows, exponent, largest);
    decode_values<format>(two_rows, value);
    const shorts narrow = __builtin_convertvector(exponent, shorts);
    for (unsigned row = 0; row < 2; ++row) {
      const unsigned m = first_row + g + row;
      std::memcpy(to.a[m] + chunk * width, reinterpret_cast<float*>(&value) + row * width,
                  width * sizeof(float));
      std::memcpy(to.a_exponent[0][m] + chunk * width,
                  reinterpret_cast<const s16*>(&narrow) + row * width, width * sizeof(s16));
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
inline void read_right_halves(const u32* words, unsigned chunk, tile_operands& to,
                              short_pairs& largest) {
  integers by_k[4];
  transpose(words, by_k);
  for (unsigned t = 0; t < 4; ++t) {
    const unsigned k = chunk * 8 + t * 2;
    floats low, high;
    decode_values<format>(by_k[t] << 16, low);
    decode_values<format>(by_k[t], high);
    std::memcpy(to.b[k], &low, sizeof low);
    std::memcpy(to.b[k + 1], &high, sizeof high);
    short_pairs both, exponent;
    std::memcpy(&both, &by_k[t], sizeof both);
    decode_exponents<format>(both, exponent, largest);
    const short_pairs lows = __builtin_shufflevector(exponent, exponent, 0, 2, 4, 6, 8, 10, 12, 14,
                                                     0, 2, 4, 6, 8, 10, 12, 14);
    const short_pairs highs = __builtin_shufflevector(exponent, exponent, 1, 3, 5, 7, 9, 11, 13, 15,
                                                      1, 3, 5, 7, 9, 11, 13, 15);
    std::memcpy(to.b_exponent[k], &lows, sizeof lows);
    std::memcpy(to.b_exponent[k + 1], &highs, sizeof highs);
  }
}

template <const element_format& format>
inline void read_right_words(const u32* words, unsigned chunk, tile_operands& to,
                             integers& largest) {
  integers by_k[4];
  transpose(words, by_k);
  for (unsigned t = 0; t < 4; ++t) {
    const unsigned k = chunk * 4 + t;
    floats value;
    integers exponent;
    decode_values<format>(by_k[t], value);
    decode_exponents<format>(by_k[t], exponent, largest);
    const shorts narrow = __builtin_convertvector(exponent, shorts);
    std::memcpy(to.b[k], &value, sizeof value);
    for (auto& copy : to.b_exponent[k]) std::memcpy(copy, &narrow, sizeof narrow);
  }
}

// Returns whether all elements of C are finite.
inline bool read_accumulators(lane_context& context, const matrix_product& product,
                              tile_operands& to) {
  integers special = {};
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
  int any = 0;
  for (unsigned n = 0; n < tile_columns; ++n) any |= special[n];
  return any == 0;
}

// Returns whether all elements are finite.
template <const element_format& format, unsigned depth>
inline bool read_operands(lane_context& context, const matrix_product& product, tile_operands& to) {
  constexpr unsigned width = format.is_half_word ? 8 : 4;
  std::conditional_t<format.is_half_word, short_pairs, integers> largest = {};
  for (unsigned chunk = 0; chunk < depth / width; ++chunk) {
    const u32* right = lanes_at<u32>(context, product.b_slots[chunk]);
    for (unsigned half = 0; half < 2; ++half) {
      const u32* left = lanes_at<u32>(context, product.a_slots[chunk * 2 + half]);
      if constexpr (format.is_half_word)
        read_left_halves<format>(left, half * 8, chunk, to, largest);
      else
        read_left_words<format>(left, half * 8, chunk, to, largest);
    }
    if constexpr (format.is_half_word)
      read_right_halves<format>(right, chunk, to, largest);
    else
      read_right_words<format>(right, chunk, to, largest);
  }
  const auto special = largest == (1 << format.exponent_bits) - 1;
  int any = 0;
  for (unsigned n = 0; n < sizeof special / sizeof special[0]; ++n) any |= special[n];
  return any == 0 && read_accumulators(context, product, to);
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
  short_pairs right;
  load(right, b_exponent);
  const short_pairs sum =
      right + __builtin_shufflevector(left, left, k, k, k, k, k, k, k, k, 8 + k, 8 + k, 8 + k,
                                      8 + k, 8 + k, 8 + k, 8 + k, 8 + k);
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
      (raise_top<k>(left, in.b_exponent[block * block_depth + k][0], top), ...);
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
  int any_outside = 0;
  for (unsigned n = 0; n < 2 * tile_columns; ++n) any_outside |= outside[n];
  if (any_outside != 0) return false;
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
