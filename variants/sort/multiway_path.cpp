// M5, M7: a block sort, then passes that merge several runs into one.

#include "variants/merge/shared/multiway_path.hpp"

#include <algorithm>
#include <array>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/tiles.hpp"
#include "variants/sort/shared/block_sort_axes.hpp"

namespace warpmark::sort {

namespace {

std::vector<merge::path_pass> path_passes(const problem& problem, const config& config) {
  const auto ways = static_cast<std::uint64_t>(config.integer("ways"));
  std::vector<merge::path_pass> all;
  for (std::uint64_t run = merge::block_sort_tiling_of(config, "sort_").size(); run < n_of(problem);
       run *= ways) {
    // Fewer ways if they suffice for the last pass.
    const std::uint64_t runs = blocks_for(n_of(problem), run);
    all.push_back(merge::path_pass_of(config, run, std::min(ways, runs)));
  }
  return all;
}

launch_plan plan_path_sort(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const auto passes = path_passes(problem, config);
  std::size_t split_bytes = 0;
  for (const auto& pass : passes) split_bytes = std::max(split_bytes, pass.split_bytes(plan.n()));
  // The last pass writes the output, the one before it the other buffer, and so on.
  std::array<keyed_buffers, 2> sides = {plan.to(), plan.to()};
  std::size_t splits = 0;
  if (!passes.empty()) {
    sides[1] = plan.scratch("runs");
    splits = plan.scratch_bytes("splits", split_bytes);
  }
  std::size_t side = passes.size() % 2;
  merge::add_block_sort(plan, problem, merge::block_sort_tiling_of(config, "sort_"), plan.from(),
                        sides[side]);
  for (const auto& pass : passes) {
    merge::add_path_pass(plan, problem, pass, sides[side], sides[1 - side], splits);
    side = 1 - side;
  }
  return plan.take();
}

axis merged_ways_axis() {
  return {.name = "ways",
          .summary = "runs that a pass merges into one",
          .values = {std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
          .base = std::int64_t{4},
          .min = 2,
          .max = merge::max_path_ways};
}

std::vector<constraint> constraints_of_path_sort() {
  std::vector<constraint> all = merge::block_sort_constraints("sort_");
  all.push_back({"a tile of the merge must fit the shared memory of a block",
                 [](const problem& problem, const config& config, const device_limits& limits) {
                   const auto ways = static_cast<std::uint64_t>(config.integer("ways"));
                   return merge::path_tile_fits(problem, merge::path_pass_of(config, 1, ways),
                                                limits);
                 }});
  all.push_back({"the length of a merged run must fit 32 bits: n < 2^32",
                 [](const problem& problem, const config&, const device_limits&) {
                   return n_of(problem) >> 32 == 0;
                 }});
  all.push_back(merge::bulk_loads_are_supported());
  return all;
}

}  // namespace

variant multiway_path() {
  return {
      .family = "sort",
      .name = "multiway_path",
      .level = 5,
      .catalogue_id = "M5",
      .title = "merge sort of several runs per pass",
      .summary =
          "A block sort makes runs of sort_block*sort_items keys, then each pass of "
          "merge/multiway_path merges `ways` of them into one. With 4 ways, half as many passes "
          "over memory as merging two by two, but more comparisons per key and longer searches. "
          "Wins among comparison sorts where memory is the bottleneck of a pass.",
      .source =
          "varman-1991; S. Odeh, O. Green et al., Merge Path, IPDPSW "
          "2012; catalogue M5, M7",
      .types = word_types(),
      .axes = {block_axis(false), merge::items_axis(17), merged_ways_axis(), merge::loads_axis(),
               sort_block_axis(512), sort_items_axis(17), merge::thread_merge_axis(),
               merge::warp_sort_axis()},
      .constraints = constraints_of_path_sort(),
      .costs = {.bytes = "2*N*s*(1 + ceil(log_w(N/T))), w = ways, T = sort_block*sort_items",
                .operations = "N*log2 T comparisons of the block sort, N*(w-1) per pass, and the "
                              "searches",
                .synchronisation = "1 + 2*ceil(log_w(N/T)) launches"},
      .predictions = {{"launches", "1 + 2*ceil(log_w(N/T))",
                       [](const problem& problem, const config& config) -> predicted_count {
                         return 1 + 2 * path_passes(problem, config).size();
                       }}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_path_sort,
  };
}

}  // namespace warpmark::sort
