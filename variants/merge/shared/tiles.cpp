#include "variants/merge/shared/tiles.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "variants/contract/problem_axes.hpp"
#include "variants/merge/shared/templates.hpp"

namespace warpmark::merge {

namespace {

constexpr std::uint32_t search_block = 128;  // threads, each of which finds one split

template <class T>
scalar_argument word(std::uint64_t value) {
  return scalar_argument::of(static_cast<T>(value));
}

}  // namespace

std::size_t tiling::shared_bytes(const problem& problem) const {
  const std::size_t payload = problem.text("payload") == "none" ? 0 : 4;
  const std::uint64_t slots = bitonic_warps ? size() + size() / 32 : size();
  return slots * (size_bytes(element_type_of(problem)) + payload);
}

std::string tiling::method_spelling() const {
  return method == "network" ? "merge::by_network" : "merge::serially";
}

tiling tiling_of(const config& config) {
  return {.block = static_cast<std::uint32_t>(config.integer("block")),
          .items = static_cast<std::uint32_t>(config.integer("items")),
          .method = config.text("thread_merge")};
}

tiling block_sort_tiling_of(const config& config, const std::string& prefix) {
  return {.block = static_cast<std::uint32_t>(config.integer(prefix + "block")),
          .items = static_cast<std::uint32_t>(config.integer(prefix + "items")),
          .method = config.text("thread_merge"),
          .bitonic_warps = config.text("warp_sort") == "bitonic"};
}

void add_block_sort(keyed_plan& plan, const problem& problem, const tiling& tiles,
                    const keyed_buffers& from, const keyed_buffers& to) {
  auto& step = plan.launch_instance(
      templates::block_sort{.Key = plan.key_spelling(),
                            .Payload = plan.payload_spelling(),
                            .block = tiles.block,
                            .items = tiles.items,
                            .Method = tiles.method_spelling(),
                            .bitonic_warps = tiles.bitonic_warps},
      blocks_for(plan.n(), tiles.size()), tiles.block,
      {plan.keys_argument(from), plan.payload_argument(from), plan.keys_argument(to),
       plan.payload_argument(to), word<std::uint64_t>(plan.n())});
  step.shape.dynamic_shared_bytes = tiles.shared_bytes(problem);
}

std::uint64_t merge_pass::pairs(std::uint64_t n) const { return blocks_for(n, 2 * run); }

std::uint64_t merge_pass::tiles_per_pair(std::uint64_t n) const {
  return blocks_for(std::min(2 * run, n), tiles.size());
}

void add_merge_pass(keyed_plan& plan, const problem& problem, const merge_pass& pass,
                    const keyed_buffers& from, const keyed_buffers& to, std::size_t splits) {
  const std::uint64_t n = plan.n(), grid = pass.grid(n);
  const kernel_argument runs = word<std::uint64_t>(pass.run),
                        per_pair = word<std::uint32_t>(pass.tiles_per_pair(n));
  kernel_argument found = word<std::uint64_t>(0);
  if (!pass.fused_search) {
    found = buffer_argument{splits};
    plan.launch_instance(
        templates::find_splits{.Key = plan.key_spelling(), .block = search_block},
        blocks_for(grid, search_block), search_block,
        {plan.keys_argument(from), word<std::uint64_t>(n), runs,
         word<std::uint32_t>(pass.tiles.size()), per_pair, word<std::uint32_t>(grid), found});
  }
  auto& step = plan.launch_instance(
      templates::merge_path{
          .Key = plan.key_spelling(),
          .Payload = plan.payload_spelling(),
          .block = pass.tiles.block,
          .items = pass.tiles.items,
          .Method = pass.tiles.method_spelling(),
          .Search = pass.fused_search ? "merge::fused_search" : "merge::separate_search"},
      grid, pass.tiles.block,
      {plan.keys_argument(from), plan.payload_argument(from), plan.keys_argument(to),
       plan.payload_argument(to), word<std::uint64_t>(n), runs, per_pair, found});
  step.shape.dynamic_shared_bytes = pass.tiles.shared_bytes(problem);
}

axis items_axis(std::int64_t base) {
  return {.name = "items",
          .summary =
              "consecutive keys that a thread produces; multiples of 8 cause bank conflicts in "
              "shared memory",
          .values = {std::int64_t{8}, std::int64_t{11}, std::int64_t{16}, std::int64_t{17}},
          .base = base,
          .min = 1,
          .max = 40};
}

axis thread_merge_axis() {
  return {.name = "thread_merge",
          .summary =
              "network: a thread loads its keys of both runs at once and sorts them by a "
              "bitonic merger; serial: it loads the next key when it has taken one",
          .values = {"network", "serial"},
          .base = "network"};
}

axis search_axis() {
  return {.name = "search",
          .summary =
              "how the ends of a tile are found: fused: by its block, 32 points of the diagonal "
              "per step; separate: by one thread of a previous kernel, one point per step",
          .values = {"fused", "separate"},
          .base = "fused"};
}

axis warp_sort_axis() {
  return {.name = "warp_sort",
          .summary =
              "merge_path: lanes of a warp merge in shared memory; bitonic: they exchange "
              "registers, and a word is left out after every 32 keys of the tile",
          .values = {"merge_path", "bitonic"},
          .base = "merge_path"};
}

namespace {

constraint fits(const char* reason, const std::function<tiling(const config&)>& tiling_of) {
  return {reason,
          [tiling_of](const problem& problem, const config& config, const device_limits& limits) {
            const tiling tiles = tiling_of(config);
            return tiles.shared_bytes(problem) + 4 * tiles.block + 64 <=
                   limits.max_shared_bytes_per_block_optin;
          }};
}

}  // namespace

constraint tile_fits_shared_memory() {
  return fits("a tile, and 4 bytes per thread, must fit the shared memory of a block", tiling_of);
}

std::vector<constraint> block_sort_constraints(const std::string& prefix) {
  const auto tiles = [prefix](const config& config) {
    return block_sort_tiling_of(config, prefix);
  };
  return {
      fits("the block sort's tile, and 4 bytes per thread, must fit the shared memory of a block",
           tiles),
      {"warp_sort=bitonic halves a thread's keys repeatedly: a power of two",
       [tiles](const problem&, const config& config, const device_limits&) {
         return !tiles(config).bitonic_warps || std::has_single_bit(tiles(config).items);
       }},
      {"warp_sort=bitonic changes the order of equal keys, which payloads would show",
       [tiles](const problem& problem, const config& config, const device_limits&) {
         return !tiles(config).bitonic_warps || problem.text("payload") == "none";
       }}};
}

}  // namespace warpmark::merge
