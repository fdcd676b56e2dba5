#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::merge {

/// A block's tile of keys in shared memory, and how its threads merge: the parameters of the
/// kernels of kernels/merge/.
struct tiling {
  std::uint32_t block;
  std::uint32_t items;
  std::string method;          ///< A value of thread_merge_axis().
  bool bitonic_warps = false;  ///< Of a block sort: see warp_sort_axis().

  std::uint64_t size() const { return std::uint64_t{block} * items; }

  /// Of dynamic shared memory, for keys and payloads of the problem.
  std::size_t shared_bytes(const problem& problem) const;

  /// CUDA C++ of the method: "merge::by_network".
  std::string method_spelling() const;
};

/// The tiling of a config with the axes "block", "items" and "thread_merge".
tiling tiling_of(const config& config);

/// That of a block sort, which has the axis "warp_sort" as well. If a variant does more than sort
/// blocks, `prefix` precedes the names of the first two: "sort_".
tiling block_sort_tiling_of(const config& config, const std::string& prefix = "");

/// Sorts each tile, by one launch.
void add_block_sort(keyed_plan& plan, const problem& problem, const tiling& tiles,
                    const keyed_buffers& from, const keyed_buffers& to);

/// How one pass merges pairs of runs.
struct merge_pass {
  tiling tiles;
  bool fused_search;
  std::uint64_t run;  ///< Keys of a sorted run.

  std::uint64_t pairs(std::uint64_t n) const;
  std::uint64_t tiles_per_pair(std::uint64_t n) const;
  std::uint64_t grid(std::uint64_t n) const { return pairs(n) * tiles_per_pair(n); }
};

/// Adds the pass, of one launch or two; `splits` is a buffer of grid(n) words of 4 bytes, unused if
/// blocks search themselves.
void add_merge_pass(keyed_plan& plan, const problem& problem, const merge_pass& pass,
                    const keyed_buffers& from, const keyed_buffers& to, std::size_t splits);

/// "items": consecutive keys that a thread produces.
axis items_axis(std::int64_t base);

/// "thread_merge": how a thread merges its part of two runs.
axis thread_merge_axis();

/// "search": how the beginnings of tiles are found.
axis search_axis();

/// "warp_sort": how the warps of a block sort continue from the keys of their threads.
axis warp_sort_axis();

/// For the tiles of tiling_of().
constraint tile_fits_shared_memory();

/// The constraints on block_sort_tiling_of().
std::vector<constraint> block_sort_constraints(const std::string& prefix = "");

}  // namespace warpmark::merge
