#pragma once

#include "common/dependent_launch.cuh"
#include "scan/tile.cuh"

// Each block scans one tile. `totals`, if not null, gets the tiles' aggregates. With `seeded`,
// prefixes[b] is the exclusive prefix of tile b, and no launch before that may still run has stored
// the input, which is loaded before the wait. Output and input may be the same memory.

namespace scan {

template <class Tile, bool inclusive, bool seeded>
__global__ void __launch_bounds__(Tile::block)
    scan_tiles(const typename Tile::in* input, typename Tile::out* output, size_t n,
               typename Tile::value* totals, const typename Tile::value* prefixes) {
  __shared__ typename Tile::storage shared;
  Tile tile(shared);
  const size_t first = size_t(blockIdx.x) * Tile::size;
  if constexpr (!seeded) dependent_launch::wait_and_trigger();
  tile.load(input, first, n);
  const auto total = tile.template scan<inclusive>();
  if constexpr (seeded) dependent_launch::wait_and_trigger();
  if (totals != nullptr && threadIdx.x == 0) totals[blockIdx.x] = total;
  if constexpr (seeded) tile.add(prefixes[blockIdx.x]);
  tile.store(output, first, n);
}

}  // namespace scan
