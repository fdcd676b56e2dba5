// Two launches: tiles are sorted, then every key finds its index among all tiles.

#include <algorithm>

#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/multiway.hpp"
#include "variants/merge/shared/tiles.hpp"
#include "variants/sort/shared/block_sort_axes.hpp"

namespace warpmark::sort {

namespace {

constexpr std::uint64_t max_runs = 256;

std::uint64_t runs_of(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), merge::block_sort_tiling_of(config, "sort_").size());
}

launch_plan plan_multiway_ranks(const problem& problem, const config& config,
                                const device_limits&) {
  keyed_plan plan(problem);
  const merge::tiling first = merge::block_sort_tiling_of(config, "sort_");
  const std::uint64_t runs = runs_of(problem, config);
  if (runs == 1) {
    merge::add_block_sort(plan, problem, first, plan.from(), plan.to());
    return plan.take();
  }
  const keyed_buffers sorted = plan.scratch("runs");
  merge::add_block_sort(plan, problem, first, plan.from(), sorted);
  merge::add_multiway_pass(plan,
                           {.block = static_cast<std::uint32_t>(config.integer("block")),
                            .run = first.size(),
                            .ways = runs},
                           sorted, plan.to());
  return plan.take();
}

std::vector<constraint> constraints_of_multiway_ranks() {
  std::vector<constraint> all = merge::block_sort_constraints("sort_");
  all.push_back({"each key searches in every run: at most 256 runs of sort_block*sort_items",
                 [](const problem& problem, const config& config, const device_limits&) {
                   return runs_of(problem, config) <= max_runs;
                 }});
  return all;
}

}  // namespace

variant multiway_ranks() {
  return with_dependent_launches({
      .family = "sort",
      .name = "multiway_ranks",
      .level = 4,
      .catalogue_id = "M4",
      .title = "block sort and one multiway merge by ranks",
      .summary =
          "A block sort makes runs, and one more launch merges all of them: each key counts by "
          "binary searches how many keys of every other run come before it. Two launches, whatever "
          "the number of runs, but work that grows with it: small tiles sort fast and leave "
          "searches in many runs. Wins where the passes of a merge sort are dominated by launches: "
          "2^13 to about 2^17 keys.",
      .source =
          "N. Satish, M. Harris, M. Garland, Designing Efficient Sorting Algorithms for Manycore "
          "GPUs, IPDPS 2009; D. Knuth, The Art of Computer Programming 3, 5.4.1",
      .types = word_types(),
      .axes = {merge::sharing_block_axis(), sort_block_axis(256), sort_items_axis(9),
               merge::thread_merge_axis(), merge::warp_sort_axis()},
      .constraints = constraints_of_multiway_ranks(),
      .costs = {.bytes = "4*N*s, and (N/T-1)*log2 T probes per key from the caches, T = "
                         "sort_block*sort_items",
                .operations = "N*(N/T-1)*(1+log2 T) comparisons",
                .synchronisation = "2 launches"},
      .predictions = {{"launches", "2, or 1 if N <= T",
                       [](const problem& problem,
                          const config& config) -> std::optional<std::uint64_t> {
                         return std::min<std::uint64_t>(2, runs_of(problem, config));
                       }}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_multiway_ranks,
  });
}

}  // namespace warpmark::sort
