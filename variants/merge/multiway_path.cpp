// M5 for more than two runs: tiles of one size of a merge of several runs.

#include "variants/merge/shared/multiway_path.hpp"

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/merge/shared/tiles.hpp"

namespace warpmark::merge {

namespace {

path_pass multiway_pass_of(const problem& problem, const config& config) {
  return path_pass_of(config, static_cast<std::uint64_t>(problem.integer("run")),
                      static_cast<std::uint64_t>(problem.integer("ways")));
}

launch_plan plan_multiway_path(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const path_pass pass = multiway_pass_of(problem, config);
  const std::size_t splits = plan.scratch_bytes("splits", pass.split_bytes(plan.n()));
  add_path_pass(plan, problem, pass, plan.from(), plan.to(), splits);
  return plan.take();
}

// All tiles are full, and so are all groups of runs.
predicted_count barriers_of_multiway_path(const problem& problem, const config& config) {
  const path_pass pass = multiway_pass_of(problem, config);
  const std::uint64_t n = n_of(problem);
  if (n == 0 || n % (pass.ways * pass.run) != 0 || pass.ways * pass.run % pass.tile_size() != 0)
    return {};
  return pass.grid(n) * (pass.bulk_loads ? 4 : 3);
}

}  // namespace

variant multiway_path() {
  return {
      .family = "merge",
      .name = "multiway_path",
      .level = 5,
      .catalogue_id = "M5",
      .title = "multiway merge path: tiles of equal size from several runs",
      .summary =
          "Up to 8 runs become one in a single pass over memory, where merging two by two takes "
          "log2(ways) passes. One thread per tile searches for where the tile begins in each run, "
          "by halving the interval of one run at a time; in the tile, each thread searches "
          "likewise and then takes the least of the runs' next keys, K times. The searches are "
          "longer than those of two runs, and each key costs ways-1 comparisons instead of one "
          "per pass, so it wins where memory is the bottleneck: many keys, wide keys, or payloads. "
          "loads=bulk fills the tile by asynchronous copies, which need neither registers nor "
          "load instructions.",
      .source =
          "varman-1991 (splitting several lists at a rank); S. Odeh, "
          "O. Green et al., Merge Path, IPDPSW 2012; catalogue M5",
      .types = word_types(),
      .axes = {block_axis(false), items_axis(17), loads_axis()},
      .constraints = {{"a thread merges 2 to 8 runs: ways=2..8",
                       [](const problem& problem, const config&, const device_limits&) {
                         return static_cast<std::uint64_t>(problem.integer("ways")) <=
                                max_path_ways;
                       }},
                      {"the length of a merged run must fit 32 bits: min(n, ways*run) < 2^32",
                       [](const problem& problem, const config& config, const device_limits&) {
                         const path_pass pass = multiway_pass_of(problem, config);
                         return std::min(n_of(problem), pass.ways * pass.run) >> 32 == 0;
                       }},
                      {"a tile must fit the shared memory of a block",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         return path_tile_fits(problem, multiway_pass_of(problem, config), limits);
                       }},
                      bulk_loads_are_supported()},
      .default_problem = {{"ways", std::int64_t{4}}},
      .costs = {.bytes = "2*N*s, and the searches",
                .operations = "N/T searches of ways*log2(run) steps in memory, N/K of ways*log2 T "
                              "in shared memory; N*(ways-1) comparisons",
                .synchronisation = "2 launches, 3 barriers per tile; loads=bulk: 4"},
      .predictions = {{"launches", "2: the searches, and the merge",
                       [](const problem&, const config&) -> predicted_count { return 2; }},
                      {"block_barriers", "3*N/T, or 4*N/T with loads=bulk (full tiles)",
                       barriers_of_multiway_path},
                      {"global_load_sectors",
                       "N*s/32, and N/T searches of one sector per step, which depend on each "
                       "other"}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_multiway_path,
  };
}

}  // namespace warpmark::merge
