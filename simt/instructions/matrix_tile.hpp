#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

// Tiles: eight rows of 16 bytes in memory, which are one register of a warp. Lane `4 row + i` has
// word i of a row (PTX ISA, ldmatrix).

namespace warpmark::simt {

inline constexpr unsigned tile_rows = 8, tile_row_bytes = 16, tile_row_lanes = 4;

/// The words of a tile, by lane.
using tile_words = std::uint32_t[32];

/// Copies the bytes of a row to or from `words`.
inline void load_tile_row(tile_words& words, unsigned row, const std::byte* from) {
  std::memcpy(&words[row * tile_row_lanes], from, tile_row_bytes);
}
inline void store_tile_row(const tile_words& words, unsigned row, std::byte* to) {
  std::memcpy(to, &words[row * tile_row_lanes], tile_row_bytes);
}

/// Transposes a tile of 8 x 8 elements of 16 bits.
inline void transpose_tile(tile_words& words) {
  std::uint16_t tile[tile_rows][tile_rows];
  std::memcpy(tile, words, sizeof tile);
  for (unsigned row = 0; row < tile_rows; ++row)
    for (unsigned column = 0; column < row; ++column)
      std::swap(tile[row][column], tile[column][row]);
  std::memcpy(words, tile, sizeof tile);
}

}  // namespace warpmark::simt
