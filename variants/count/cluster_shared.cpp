// H13: one histogram per cluster, distributed over the shared memory of its blocks.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

std::uint64_t blocks_of_a_cluster(const config& config) {
  return static_cast<std::uint64_t>(config.integer("cluster"));
}

std::size_t shared_bytes_of_cluster(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("bins")),
                    blocks_of_a_cluster(config)) *
         sizeof(std::uint32_t);
}

launch_plan plan_cluster_shared(const problem& problem, const config& config,
                                const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t cluster = blocks_of_a_cluster(config);
  const std::uint64_t grid = blocks_for(grid_of_shares(problem, config, limits), cluster) * cluster;
  plan.clear_output();
  launch_step& step = plan.launch_instance(
      templates::cluster_shared{.T = plan.key_spelling(),
                                .bins = plan.bins(),
                                .block = block,
                                .unroll = config.integer("unroll"),
                                .blocks = cluster},
      grid, block,
      {plan.input_argument(), scalar_argument::of(plan.n()), buffer_argument{plan.output()}});
  step.shape.cluster = {static_cast<std::uint32_t>(cluster), 1, 1};
  step.shape.dynamic_shared_bytes = shared_bytes_of_cluster(problem, config);
  return plan.take();
}

std::vector<axis> axes_of_cluster_shared() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(1), unroll_axis(2)};
  result.front().base = std::int64_t{1024};
  result.push_back({.name = "cluster",
                    .summary = "blocks that share a histogram",
                    .values = {std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
                    .base = std::int64_t{2},
                    .min = 1,
                    .max = 8,
                    .power_of_two = true});
  return result;
}

std::vector<constraint> constraints_of_cluster_shared() {
  std::vector<constraint> all = counter_constraints(shared_bytes_of_cluster);
  all.push_back(needs_architecture(90));
  return all;
}

}  // namespace

variant cluster_shared() {
  return {
      .family = "count",
      .name = "cluster_shared",
      .level = 13,
      .catalogue_id = "H13",
      .title = "one histogram per cluster in distributed shared memory",
      .summary =
          "The blocks of a cluster can access each other's shared memory, so together they hold "
          "one histogram, bin b in block b mod `cluster`. Atomics on another block's counters "
          "travel between multiprocessors: more bins fit, and fewer histograms must be merged, but "
          "each key takes longer. Wins, if anywhere, where not even 16-bit counters fit one "
          "multiprocessor.",
      .source =
          "CUDA C++ Programming Guide, distributed shared memory, whose example is this histogram",
      .types = key_types(),
      .axes = axes_of_cluster_shared(),
      .constraints = constraints_of_cluster_shared(),
      .costs = {.bytes = "N*s + 4*bins*G/cluster",
                .operations = "N atomics, of which (cluster-1)/cluster in other blocks, + "
                              "bins*G/cluster global ones",
                .synchronisation = "2 barriers per cluster; one fill, one launch"},
      .predictions = {one_launch(),
                      {"atomics in other blocks' shared memory", "N * (cluster-1)/cluster"}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_cluster_shared,
  };
}

}  // namespace warpmark::count
