#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/variant.hpp"

namespace warpmark::scan {

/// The predictions of a kernel that processes tiles in waves, for 4-byte values.
struct wave_costs {
  std::uint64_t (*ahead)(const config&);     ///< It has 2 * ahead boards.
  std::uint64_t (*shuffles)(const config&);  ///< For a full tile.
  std::string shuffles_formula;
  std::uint64_t barriers_per_tile;
  std::uint64_t barriers_per_block;
  std::string barriers_formula;
  bool loads_by_bulk_copy;  ///< Which are no requests of a warp.
  bool posts_last_tile;     ///< No block reads its total.
};

/// Its launches, atomics, barriers, shuffles and sectors. Most are for inputs that are one wave on
/// any device: of at most 4 tiles per block of a multiprocessor. (No device since compute
/// capability 8.0 has fewer than 4 multiprocessors.)
std::vector<counter_prediction> predictions_of(const wave_costs& costs);

}  // namespace warpmark::scan
