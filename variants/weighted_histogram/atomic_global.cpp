// One atomic in global memory per weight. The shortest correct kernel.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/paired_plan.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/weighted_histogram/shared/templates.hpp"

namespace warpmark::weighted_histogram {

namespace {

launch_plan plan_atomic_global(const problem& problem, const config& config,
                               const device_limits& limits) {
  const auto bins = static_cast<std::uint32_t>(problem.integer("bins"));
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  count::paired_plan plan(problem, "keys", "sums", bins);
  plan.launch_instance(
      templates::atomic_global{.W = std::string(cuda_spelling(plan.type())), .block = block},
      count::grid_of_shares(problem, config, limits), block,
      {plan.input_argument(), plan.second_argument(), scalar_argument::of(plan.n()),
       buffer_argument{plan.output()}, scalar_argument::of(bins)});
  return plan.take();
}

}  // namespace

variant atomic_global() {
  return {
      .family = "weighted_histogram",
      .name = "atomic_global",
      .level = 1,
      .catalogue_id = "",
      .title = "one global atomic per weight",
      .summary =
          "Every weight is added to the sum of its bin in global memory, by an atomic that L2 "
          "executes. It takes any number of bins, and no shared memory. Weights of one bin are "
          "added one after the other, so few bins are the worst case, for the time as for the "
          "rounding of float sums. The order of additions varies from run to run.",
      .source = "CUDA C++ Programming Guide, atomic functions",
      .types = {element_type::u32, element_type::f32},
      .axes = {block_axis(false), blocks_per_sm_axis(8)},
      .costs = {.bytes = "2*N*s + 4*bins",
                .operations = "N global atomics on `bins` addresses",
                .synchronisation = "one fill, one launch"},
      .predictions = count::predictions_of_pairs("global"),
      .reproducible = determinism::not_guaranteed,
      .plan = plan_atomic_global,
      .rounding_depth =
          [](const problem& problem, const config&, const device_limits&) {
            return static_cast<double>(problem.integer("n"));
          },
  };
}

}  // namespace warpmark::weighted_histogram
