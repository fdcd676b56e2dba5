#pragma once

#include <cstddef>
#include <cstdint>

// Vectors of one tile: the product of 16 rows and 8 columns, of a depth of up to 16. Functions have
// references as parameters and results, as vectors wider than the baseline's cannot be passed, and
// are always inlined, so that they are compiled for the processor of WARPMARK_WIDE_VECTORS.

#define WARPMARK_TILE_INLINE [[gnu::always_inline]] inline

namespace warpmark::simt::tile {

inline constexpr unsigned rows = 16, columns = 8, max_depth = 16;

using u32 = std::uint32_t;
using s32 = std::int32_t;
using s16 = std::int16_t;
using s8 = std::int8_t;

inline constexpr std::size_t vector_bytes = 32;
using floats [[gnu::vector_size(vector_bytes)]] = float;
using integers [[gnu::vector_size(vector_bytes)]] = s32;
using sums [[gnu::vector_size(vector_bytes)]] = u32;  // May wrap.
using shorts [[gnu::vector_size(vector_bytes)]] = s16;
using four_floats [[gnu::vector_size(vector_bytes / 2)]] = float;
using bytes [[gnu::vector_size(vector_bytes)]] = s8;

// Not by memcpy, which is split into vectors of the baseline before it is inlined: reading the
// parts at once has to wait for their stores.
template <class Vector, class T>
WARPMARK_TILE_INLINE void load(Vector& to, const T* from) {
  using unaligned [[gnu::aligned(1), gnu::may_alias]] = Vector;
  to = *reinterpret_cast<const unaligned*>(from);
}

template <class Vector, class T>
WARPMARK_TILE_INLINE void store(T* to, const Vector& from) {
  using unaligned [[gnu::aligned(1), gnu::may_alias]] = Vector;
  *reinterpret_cast<unaligned*>(to) = from;
}

template <class Vector>
WARPMARK_TILE_INLINE void raise(Vector& to, const Vector& other) {
  to = other > to ? other : to;
}

/// The largest element, of at least 0.
WARPMARK_TILE_INLINE s32 largest_of(const integers& values) {
  integers folded = values;
  raise(folded, integers(__builtin_shufflevector(folded, folded, 4, 5, 6, 7, 0, 1, 2, 3)));
  raise(folded, integers(__builtin_shufflevector(folded, folded, 2, 3, 0, 1, 6, 7, 4, 5)));
  return folded[0] > folded[1] ? folded[0] : folded[1];
}

}  // namespace warpmark::simt::tile
