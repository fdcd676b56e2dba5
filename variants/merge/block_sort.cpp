// The first pass of a merge sort: tiles of a block's size, sorted in shared memory.

#include <bit>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/tiles.hpp"

namespace warpmark::merge {

namespace {

launch_plan plan_block_sort(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  add_block_sort(plan, problem, block_sort_tiling_of(config), plan.from(), plan.to());
  return plan.take();
}

constraint makes_the_runs() {
  return {"the runs of a tile become one: block * items = run * ways",
          [](const problem& problem, const config& config, const device_limits&) {
            return block_sort_tiling_of(config).size() ==
                   static_cast<std::uint64_t>(problem.integer("run") * problem.integer("ways"));
          }};
}

// Lanes exchange each key 1 + 2 + 3 + 4 + 5 times, or else tell the next lane where it begins.
predicted_count shuffles(const problem& problem, const config& config) {
  const tiling tiles = block_sort_tiling_of(config);
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t words = size_bytes(element_type_of(problem)) / 4;
  const std::uint64_t value = tiles.bitonic_warps         ? 15 * tiles.items * words
                              : tiles.method == "network" ? 5
                                                          : 0;
  return blocks_for(n, tiles.size()) * (tiles.block / 32) * value;
}

std::vector<constraint> constraints_of_block_sort() {
  std::vector<constraint> all = block_sort_constraints();
  all.push_back(makes_the_runs());
  return all;
}

// Levels of two warps and more need barriers of the block.
predicted_count barriers_of_block_sort(const problem& problem, const config& config) {
  const tiling tiles = block_sort_tiling_of(config);
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const auto levels = static_cast<std::uint64_t>(std::bit_width(tiles.block / 32) - 1);
  const std::uint64_t value = tiles.method == "network" ? 3 : 2;
  const std::uint64_t once = problem.text("payload") == "none" ? 1 : 2;
  return blocks_for(n, tiles.size()) * (levels * value + once);
}

predicted_count loaded_sectors(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  if (n % block_sort_tiling_of(config).size() != 0 || input_offset(problem) != 0 ||
      problem.text("payload") != "none")
    return {};
  return input_bytes(problem) / 32;
}

}  // namespace

variant block_sort() {
  return {
      .family = "merge",
      .name = "block_sort",
      .level = 1,
      .catalogue_id = "M7",
      .title = "block sort: networks in registers, merge path in shared memory",
      .summary =
          "Each thread sorts K keys in registers by Batcher's merge exchange, then 2, 4, 8, … "
          "threads merge two runs into one in shared memory, each thread along its own diagonal, "
          "until the tile is one run. Up to 32 threads only the warp synchronises, and "
          "warp_sort=bitonic needs no shared memory: 15 exchanges per key instead of 5 searches "
          "and 5 passes through banks with conflicts. Every key passes memory once for log2(B*K) "
          "levels, so larger tiles save passes; they cost barriers of more warps, and leave fewer "
          "resident blocks to hide latency. Pairs are sorted by key and slot, which keeps equal "
          "keys in order.",
      .source =
          "K. Batcher, Sorting Networks and Their Applications, AFIPS 1968; D. Knuth, The Art of "
          "Computer Programming 3, 5.2.2M; S. Baxter, moderngpu; catalogue M5, M7",
      .types = word_types(),
      .axes = {block_axis(true), items_axis(8), thread_merge_axis(), warp_sort_axis()},
      .constraints = constraints_of_block_sort(),
      .costs = {.bytes = "2*N*s",
                .operations = "63 compare-exchanges for 16 keys in registers, then log2 B levels "
                              "of N/K searches in shared memory",
                .synchronisation = "3 barriers per level above a warp"},
      .predictions =
          {{"global_load_sectors", "N*s/32 (full tiles, offset=0, payload=none)", loaded_sectors},
           {"block_barriers",
            "N/T*(1 + 3*log2(B/32)), 2*log2 if thread_merge=serial, 1 more per tile with payloads",
            barriers_of_block_sort},
           {"shuffles",
            "N/32*15*s/4 if warp_sort=bitonic, else 5*B/32 per tile, or none if "
            "thread_merge=serial",
            shuffles}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_block_sort,
  };
}

}  // namespace warpmark::merge
