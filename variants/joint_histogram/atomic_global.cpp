// One atomic in global memory per pair of keys. The shortest correct kernel.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/paired_plan.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/joint_histogram/shared/templates.hpp"

namespace warpmark::joint_histogram {

namespace {

launch_plan plan_atomic_global(const problem& problem, const config& config,
                               const device_limits& limits) {
  const auto bins = static_cast<std::uint32_t>(problem.integer("bins"));
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  count::paired_plan plan(problem, "input_y", "counts", std::uint64_t{bins} * bins);
  plan.launch_instance(
      templates::atomic_global{.T = std::string(cuda_spelling(plan.type())), .block = block},
      count::grid_of_shares(problem, config, limits), block,
      {plan.input_argument(), plan.second_argument(), scalar_argument::of(plan.n()),
       buffer_argument{plan.output()}, scalar_argument::of(bins)});
  return plan.take();
}

}  // namespace

variant atomic_global() {
  return {
      .family = "joint_histogram",
      .name = "atomic_global",
      .level = 1,
      .catalogue_id = "",
      .title = "one global atomic per pair",
      .summary =
          "Every pair of keys adds one to its cell of a matrix in global memory. It takes any "
          "number of bins, of which two dimensions have the square: it is the choice where that "
          "does not fit shared memory. Correlated keys have few cells, whose atomics are "
          "serialised.",
      .source = "CUDA C++ Programming Guide, atomic functions",
      .types = {element_type::u8, element_type::u16, element_type::u32},
      .axes = {block_axis(false), blocks_per_sm_axis(8)},
      .costs = {.bytes = "2*N*s + 4*bins^2",
                .operations = "N global atomics on bins^2 addresses",
                .synchronisation = "one fill, one launch"},
      .predictions = count::predictions_of_pairs("global"),
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_atomic_global,
  };
}

}  // namespace warpmark::joint_histogram
