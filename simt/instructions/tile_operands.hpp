#pragma once

#include <type_traits>

#include "simt/instructions/tile_vectors.hpp"

// A and B of a tile, decoded from registers: values and exponents. The elements of eight rows of A,
// or eight columns of B, are in the order of a register of m16n8: word `line * 4 + t` has those of
// one line, as halves those at depths 2 t and 2 t + 1, as words that at depth t. Depths are
// numbered by chunk (of eight), part and t: halves at 2 t + part, words at 4 part + t.

namespace warpmark::simt::tile {

inline constexpr unsigned chunks = 2, parts = 2, steps = 4;

/// How the bits of an element become an f32.
struct element_format {
  bool is_half_word;
  int exponent_bits;
  int bias;
  s32 mask;     ///< Of an element in the upper bits of a word, shifted to the right.
  int shift;    ///< Repeats the sign.
  float scale;  ///< Makes up for the smaller bias.
};
inline constexpr element_format half_element = {true, 5, 15, ~0x70001fff, 3, 0x1p112f};
inline constexpr element_format brain_element = {true, 8, 127, ~0xffff, 0, 1};
inline constexpr element_format tensor_element = {false, 8, 127, ~0x1fff, 0, 1};

// Exponents are stored relative to the largest one of the matrix: 0 and below. The sum of two is a
// byte; that of two zeros, or of a zero and a number, is below all sums of numbers.
inline constexpr int of_zero = -64;
inline constexpr int smallest_exponent = -31;  ///< Lower ones are raised to it.

/// Rows are grouped by four, of which two are neighbouring even or odd rows of the upper half, and
/// two those eight below.
struct row_group {
  unsigned first, odd;  ///< 0 or 1

  constexpr unsigned half(unsigned i) const { return i % 2; }
  constexpr unsigned pair(unsigned i) const { return first * 2 + i / 2; }
};
inline constexpr row_group row_groups[4] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};

struct left_operand {
  alignas(64) float value[2][4][2][chunks][parts][steps];  // half, pair, odd row
  // group's first, exponent_place(), group's odd, exponent_place(), row of the group
  alignas(32) s8 exponent[chunks][2][2][2][4][4];
};

/// Columns are in the order 0, 2, 4, 6, 1, 3, 5, 7, in which the registers of C and D have them.
struct right_operand {
  alignas(32) float value[chunks][parts][steps][columns];
  alignas(32) s8 exponent[chunks][parts][steps][columns][4];  // Four times, for a group of rows.
};

/// Four exponents of A: those of a group at one depth.
template <const element_format& elements>
WARPMARK_TILE_INLINE const s8* left_exponents(const left_operand& left, row_group group,
                                              unsigned chunk, unsigned part, unsigned t) {
  return elements.is_half_word
             ? left.exponent[chunk][group.first][t / 2][group.odd][t % 2 * 2 + part]
             : left.exponent[chunk][group.first][part][group.odd][t];
}

/// Raises `largest` to the magnitudes in the 32 words of a register.
template <const element_format& elements>
WARPMARK_TILE_INLINE void raise_magnitudes(const u32* words, integers& largest) {
  using vector = std::conditional_t<elements.is_half_word, shorts, integers>;
  vector magnitude, so_far = (vector)largest;
  for (unsigned i = 0; i < 32; i += 8) {
    load(magnitude, words + i);
    magnitude &= vector{} + (elements.is_half_word ? 0x7fff : 0x7fffffff);
    raise(so_far, magnitude);
  }
  largest = (integers)so_far;
}

/// The largest exponent field among magnitudes, of at least 1: that of subnormal numbers, too.
template <const element_format& elements>
WARPMARK_TILE_INLINE s32 largest_field(const integers& magnitudes) {
  integers words = magnitudes;
  if constexpr (elements.is_half_word) raise(words, integers(words << 16));
  const s32 field = largest_of(words) >> (31 - elements.exponent_bits);
  return field > 1 ? field : 1;
}

/// Values of eight elements, each in the upper bits of a word.
template <const element_format& elements>
WARPMARK_TILE_INLINE void decode_values(const integers& words, floats& value) {
  const integers bits = (words >> elements.shift) & elements.mask;
  value = (floats)bits;
  if constexpr (elements.scale != 1) value *= elements.scale;
}

/// Exponents of as many elements as there are in eight words, relative to the field `base`.
template <const element_format& elements>
WARPMARK_TILE_INLINE void decode_exponents(const integers& words, s32 base, integers& to) {
  using vector = std::conditional_t<elements.is_half_word, shorts, integers>;
  using scalar = std::conditional_t<elements.is_half_word, s16, s32>;
  constexpr int bits = 8 * sizeof(scalar);
  constexpr auto mask =
      static_cast<scalar>(elements.is_half_word ? 0x7fff : elements.mask & 0x7fffffff);
  const vector magnitude = (vector)words & mask;
  vector exponent = magnitude >> (bits - 1 - elements.exponent_bits);
  raise(exponent, vector{} + 1);
  exponent -= static_cast<scalar>(base);
  if constexpr (elements.exponent_bits > 5) raise(exponent, vector{} + smallest_exponent);
  exponent = magnitude == 0 ? vector{} + of_zero : exponent;
  to = (integers)exponent;
}

/// Stores the exponents of eight rows by group and depth: `of[pair of the group][half]` has those
/// of halves, or of words at the depths of one part.
template <const element_format& elements>
WARPMARK_TILE_INLINE void store_exponents(const integers (&of)[2][2], s8 (*to)[2][4][4],
                                          unsigned part) {
  if constexpr (elements.is_half_word) {
    shorts joined[2];
    for (unsigned pair = 0; pair < 2; ++pair)
      joined[pair] = ((shorts)of[pair][1] << 8) | ((shorts)of[pair][0] & 0xff);
    store(&to[0][0][0][0], shorts(__builtin_shufflevector(joined[0], joined[1], 0, 16, 1, 17, 2, 18,
                                                          3, 19, 8, 24, 9, 25, 10, 26, 11, 27)));
    store(&to[1][0][0][0], shorts(__builtin_shufflevector(joined[0], joined[1], 4, 20, 5, 21, 6, 22,
                                                          7, 23, 12, 28, 13, 29, 14, 30, 15, 31)));
  } else {
    const integers joined =
        (of[0][0] & 0xff) | (of[0][1] & 0xff) << 8 | (of[1][0] & 0xff) << 16 | of[1][1] << 24;
    store(&to[part][0][0][0], joined);
  }
}

/// Stores the values of two rows.
WARPMARK_TILE_INLINE void store_rows(const floats& value, float (*to)[chunks][parts][steps],
                                     unsigned chunk, unsigned part) {
  store(to[0][chunk][part], four_floats(__builtin_shufflevector(value, value, 0, 1, 2, 3)));
  store(to[1][chunk][part], four_floats(__builtin_shufflevector(value, value, 4, 5, 6, 7)));
}

/// `registers`: of a chunk, two per part, as mma has them.
template <const element_format& elements, unsigned used_parts>
WARPMARK_TILE_INLINE void read_left(const u32* const* registers, unsigned chunk, s32 base,
                                    left_operand& to) {
  constexpr unsigned parts_of_register = elements.is_half_word ? parts : 1;
  for (unsigned r = 0; r < used_parts / parts_of_register; ++r)
    for (unsigned first = 0; first < 2; ++first) {
      integers exponents[2][2];
      for (unsigned pair = 0; pair < 2; ++pair)
        for (unsigned half = 0; half < 2; ++half) {
          integers words;
          floats value;
          load(words, registers[r * 2 + half] + (first * 2 + pair) * 8);
          decode_exponents<elements>(words, base, exponents[pair][half]);
          if constexpr (elements.is_half_word) {
            decode_values<elements>(integers(words << 16), value);
            store_rows(value, to.value[half][first * 2 + pair], chunk, 0);
          }
          decode_values<elements>(words, value);
          store_rows(value, to.value[half][first * 2 + pair], chunk, r + parts_of_register - 1);
        }
      store_exponents<elements>(exponents, to.exponent[chunk][first], r);
    }
}

/// The words of a register by line become those by t.
WARPMARK_TILE_INLINE void transpose(const u32* words, integers (&to)[steps]) {
  integers pairs[4];
  for (unsigned i = 0; i < 4; i += 2) {
    integers low, high;
    load(low, words + i * 8);
    load(high, words + i * 8 + 8);
    pairs[i] = __builtin_shufflevector(low, high, 0, 8, 1, 9, 4, 12, 5, 13);
    pairs[i + 1] = __builtin_shufflevector(low, high, 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (unsigned i = 0; i < 2; ++i) {
    to[i * 2] = __builtin_shufflevector(pairs[i], pairs[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    to[i * 2 + 1] = __builtin_shufflevector(pairs[i], pairs[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
}

/// Stores the exponents of eight columns four times; those of halves are in byte `at` of the words.
template <unsigned at>
WARPMARK_TILE_INLINE void repeat_bytes(const integers& words, s8 (*to)[4]) {
  const bytes in = (bytes)words;
  constexpr unsigned a = at, b = at + 4, c = at + 8, d = at + 12, e = at + 16, f = at + 20,
                     g = at + 24, h = at + 28;
  store(to[0], bytes(__builtin_shufflevector(in, in, a, a, a, a, b, b, b, b, c, c, c, c, d, d, d, d,
                                             e, e, e, e, f, f, f, f, g, g, g, g, h, h, h, h)));
}

/// `registers`: of a chunk; halves have one, words one per part.
template <const element_format& elements, unsigned used_parts>
WARPMARK_TILE_INLINE void read_right(const u32* const* registers, unsigned chunk, s32 base,
                                     right_operand& to) {
  constexpr unsigned parts_of_register = elements.is_half_word ? parts : 1;
  for (unsigned r = 0; r < used_parts / parts_of_register; ++r) {
    integers by_t[steps], exponents;
    transpose(registers[r], by_t);
    for (unsigned t = 0; t < steps; ++t) {
      const unsigned last = r + parts_of_register - 1;
      floats value;
      decode_exponents<elements>(by_t[t], base, exponents);
      if constexpr (elements.is_half_word) {
        decode_values<elements>(integers(by_t[t] << 16), value);
        store(to.value[chunk][0][t], value);
        repeat_bytes<0>(exponents, to.exponent[chunk][0][t]);
      }
      decode_values<elements>(by_t[t], value);
      store(to.value[chunk][last][t], value);
      repeat_bytes<elements.is_half_word ? 2 : 0>(exponents, to.exponent[chunk][last][t]);
    }
  }
}

}  // namespace warpmark::simt::tile
