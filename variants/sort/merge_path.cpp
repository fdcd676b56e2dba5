// M5, M7: a block sort, then passes that merge two runs into one, tile by tile of the result.

#include <algorithm>
#include <array>
#include <utility>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/tiles.hpp"
#include "variants/sort/shared/block_sort_axes.hpp"

namespace warpmark::sort {

namespace {

// The work of the full sort: one block sort, and one pass per doubling of the runs.
struct merge_sort {
  merge::tiling first, tiles;
  bool fused_search;
  std::uint64_t n;

  merge_sort(const problem& problem, const config& config)
      : first(merge::block_sort_tiling_of(config, "sort_")),
        tiles(merge::tiling_of(config)),
        fused_search(config.text("search") == "fused"),
        n(static_cast<std::uint64_t>(problem.integer("n"))) {}

  std::vector<merge::merge_pass> passes() const {
    std::vector<merge::merge_pass> all;
    for (std::uint64_t run = first.size(); run < n; run *= 2)
      all.push_back({tiles, fused_search, run});
    return all;
  }
};

launch_plan plan_merge_sort(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const merge_sort sort(problem, config);
  const auto passes = sort.passes();
  std::size_t splits = 0;
  if (!passes.empty() && !sort.fused_search) {
    std::uint64_t max_grid = 0;
    for (const auto& pass : passes) max_grid = std::max(max_grid, pass.grid(plan.n()));
    splits = plan.scratch_bytes("splits", 4 * max_grid);
  }
  // The last pass writes the output, the one before it the other buffer, and so on.
  std::array<keyed_buffers, 2> sides = {plan.to(), plan.to()};
  if (!passes.empty()) sides[1] = plan.scratch("runs");
  std::size_t side = passes.size() % 2;
  merge::add_block_sort(plan, problem, sort.first, plan.from(), sides[side]);
  for (const auto& pass : passes) {
    merge::add_merge_pass(plan, problem, pass, sides[side], sides[1 - side], splits);
    side = 1 - side;
  }
  return plan.take();
}

std::vector<constraint> constraints_of_merge_sort() {
  std::vector<constraint> all = merge::block_sort_constraints("sort_");
  all.push_back(merge::tile_fits_shared_memory());
  return all;
}

predicted_count launches_of_merge_sort(const problem& problem, const config& config) {
  const merge_sort sort(problem, config);
  return 1 + sort.passes().size() * (sort.fused_search ? 1 : 2);
}

}  // namespace

variant merge_path() {
  return with_dependent_launches({
      .family = "sort",
      .name = "merge_path",
      .level = 5,
      .catalogue_id = "M5",
      .title = "merge sort along merge paths",
      .summary =
          "A block sort makes runs of sort_block*sort_items keys, then each pass merges two runs "
          "into one with tiles of B*K keys of the result, which are balanced in every pass and on "
          "any input. Larger first tiles save passes of 2*N*s bytes each. Stable, and needs a "
          "second buffer of N keys. Wins among comparison sorts wherever the launches of its "
          "passes do not outweigh their work.",
      .source =
          "S. Odeh, O. Green et al., Merge Path, IPDPSW 2012; S. Baxter, moderngpu; catalogue M5, "
          "M7, M9",
      .types = word_types(),
      .axes = {block_axis(false), merge::items_axis(17), sort_block_axis(512), sort_items_axis(17),
               merge::thread_merge_axis(), merge::warp_sort_axis(), merge::search_axis()},
      .constraints = constraints_of_merge_sort(),
      .costs = {.bytes = "2*N*s*(1 + ceil(log2(N/T))), T = sort_block*sort_items",
                .operations = "N*log2 N comparisons of merging, and the searches",
                .synchronisation = "1 + ceil(log2(N/T)) launches, twice the passes if "
                                   "search=separate"},
      .predictions = {{"launches",
                       "1 + ceil(log2(N/T)), or 1 + 2*ceil(log2(N/T)) if search=separate",
                       launches_of_merge_sort}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_merge_sort,
  });
}

}  // namespace warpmark::sort
