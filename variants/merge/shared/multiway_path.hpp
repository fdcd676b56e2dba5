#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::merge {

/// One pass that merges `ways` runs into one, tile by tile: kernels/merge/multiway_path.cuh.
struct path_pass {
  std::uint32_t block, items;
  bool bulk_loads;
  std::uint64_t run;  ///< Keys of a sorted run.
  std::uint64_t ways;

  std::uint64_t tile_size() const { return std::uint64_t{block} * items; }
  std::uint64_t tiles_per_group(std::uint64_t n) const;
  std::uint64_t grid(std::uint64_t n) const;

  /// Of the scratch that the searches write to.
  std::size_t split_bytes(std::uint64_t n) const { return grid(n) * ways * 4; }

  /// Of dynamic shared memory, for keys and payloads of the problem.
  std::size_t shared_bytes(const problem& problem) const;
};

/// The pass of a config with the axes "block", "items" and "loads".
path_pass path_pass_of(const config& config, std::uint64_t run, std::uint64_t ways);

/// The maximum number of runs that a thread merges: it keeps a key of each in a register.
constexpr std::uint64_t max_path_ways = 8;

/// Adds the search and the merge, two launches.
void add_path_pass(keyed_plan& plan, const problem& problem, const path_pass& pass,
                   const keyed_buffers& from, const keyed_buffers& to, std::size_t splits);

/// "loads": how tiles get into shared memory.
axis loads_axis();

/// That the device has bulk copies, if tiles are loaded by them.
constraint bulk_loads_are_supported();

/// That the tile of `ways` runs fits the shared memory of a block.
bool path_tile_fits(const problem& problem, const path_pass& pass, const device_limits& limits);

}  // namespace warpmark::merge
