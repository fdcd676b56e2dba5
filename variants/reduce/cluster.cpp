// One cluster of blocks, for inputs so small that latency dominates.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/grid_shape.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_cluster(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto blocks = static_cast<std::uint32_t>(config.integer("cluster"));
  launch_step& step = plan.launch(templates::cluster{.block = block,
                                                     .vector_bytes = config.integer("vector"),
                                                     .unroll = config.integer("unroll")},
                                  blocks, block, plan.input(), plan.output(), plan.n());
  step.shape.cluster = {blocks, 1, 1};
  return plan.take();
}

}  // namespace

variant cluster() {
  return {
      .family = "reduce",
      .name = "cluster",
      .level = 23,
      .catalogue_id = "",
      .title = "one thread-block cluster, results through distributed shared memory",
      .summary =
          "The blocks of one cluster run at the same time on neighbouring multiprocessors and can "
          "write into each other's shared memory. Each reduces its share and passes one value to "
          "the first block: a barrier of the cluster takes a fraction of the microsecond that a "
          "fence and an atomic take through L2, nothing must be cleared, and the order of the sums "
          "is fixed. Sixteen multiprocessors read at most an eighth of the device's bandwidth, so "
          "this wins where latency counts and loses where bandwidth does. Clusters of 16 blocks "
          "are larger than the portable size and must be enabled.",
      .source = "CUDA C++ Programming Guide, thread block clusters and distributed shared memory",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = {block_axis(false),
               {.name = "cluster",
                .summary = "blocks in the cluster, which is the grid",
                .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8},
                           std::int64_t{16}},
                .base = std::int64_t{8},
                .min = 1,
                .max = 16,
                .power_of_two = true},
               vector_bytes_axis(),
               unroll_axis(4)},
      .constraints = {needs_architecture(90), vector_holds_an_element()},
      .costs = {.bytes = "N*s",
                .operations = "N by `cluster` blocks",
                .synchronisation = "2 barriers of the cluster, one launch"},
      .predictions = {one_launch(),
                      {"global_atomic_requests", "0",
                       [](const problem&, const config&) -> std::optional<std::uint64_t> {
                         return 0;
                       }}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_cluster,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            return grid_fold_depth(problem, config,
                                   static_cast<std::uint64_t>(config.integer("cluster"))) +
                   5;
          },
  };
}

}  // namespace warpmark::reduce
