#pragma once

#include <cstdint>

#include "variants/contract/variant.hpp"

namespace warpmark::scan {

/// "rows", vectors of 16 bytes that a thread scans at a time.
axis rows_axis(std::int64_t base);

/// Elements, and bytes of elements, of a tile of block * rows vectors
/// (kernels/scan/vector_tile.cuh).
std::uint64_t vector_tile_bytes(const config& config);
std::uint64_t vector_tile_elements(const problem& problem, const config& config);

/// Blocks of a grid that processes such tiles in waves: `blocks_per_sm` per multiprocessor, but
/// none without a tile.
std::uint64_t resident_grid(const problem& problem, const config& config,
                            const device_limits& limits);

/// Blocks of a grid with a block for each such tile.
std::uint64_t tiles_of_single_wave(const problem& problem, const config& config);

/// For such grids: no tile is left over when every multiprocessor has `blocks_per_sm` blocks.
constraint every_tile_has_a_block();

/// The predictions of kernels that post between such blocks (kernels/common/post_rows.cuh).
counter_prediction barriers_of_single_wave();
counter_prediction no_global_atomics();

/// Whether a wave board (kernels/scan/wave_board.cuh) has each value and its number in one word.
/// Other values are in a buffer of their own.
bool posts_in_one_word(std::size_t value_bytes);

/// Bytes of the kernels' `state` for that many blocks: a ticket, and 2 * ahead boards.
std::size_t wave_state_bytes(std::uint64_t grid, std::uint64_t ahead, std::size_t value_bytes);

/// Additions on the longest path of an element to a result.
double wave_rounding_depth(const problem& problem, const config& config,
                           const device_limits& limits);

/// A grid with a barrier of all its blocks must be resident.
constraint all_blocks_are_resident(std::int64_t further_threads);

}  // namespace warpmark::scan
