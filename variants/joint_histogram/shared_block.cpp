// One joint histogram per block in shared memory.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/paired_plan.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/joint_histogram/shared/templates.hpp"

namespace warpmark::joint_histogram {

namespace {

std::size_t shared_bytes_of_matrix(const problem& problem) {
  const auto bins = static_cast<std::size_t>(problem.integer("bins"));
  return bins * bins * sizeof(std::uint32_t);
}

launch_plan plan_shared_block(const problem& problem, const config& config,
                              const device_limits& limits) {
  const auto bins = static_cast<std::uint32_t>(problem.integer("bins"));
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  count::paired_plan plan(problem, "input_y", "counts", std::uint64_t{bins} * bins);
  launch_step& step = plan.launch_instance(
      templates::shared_block{.T = std::string(cuda_spelling(plan.type())), .block = block},
      count::grid_of_shares(problem, config, limits), block,
      {plan.input_argument(), plan.second_argument(), scalar_argument::of(plan.n()),
       buffer_argument{plan.output()}, scalar_argument::of(bins)});
  step.shape.dynamic_shared_bytes = shared_bytes_of_matrix(problem);
  return plan.take();
}

std::vector<axis> axes_of_shared_block() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(2)};
  result.front().base = std::int64_t{1024};
  return result;
}

}  // namespace

variant shared_block() {
  return {
      .family = "joint_histogram",
      .name = "shared_block",
      .level = 2,
      .catalogue_id = "",
      .title = "one joint histogram per block in shared memory",
      .summary =
          "A block counts its pairs in a matrix in shared memory, of up to 241 bins for each key, "
          "and only its totals go to global memory. The number of bins is an argument of the "
          "kernel. Large blocks, few of them, minimise the matrices that must be cleared and added "
          "up.",
      .source = "V. Podlozhnyuk, Histogram calculation in CUDA (NVIDIA, 2007), in two dimensions",
      .types = {element_type::u8, element_type::u16, element_type::u32},
      .axes = axes_of_shared_block(),
      .constraints = {{"a block's counters fit shared memory",
                       [](const problem& problem, const config&, const device_limits& limits) {
                         return shared_bytes_of_matrix(problem) <=
                                limits.max_shared_bytes_per_block_optin;
                       }}},
      .costs = {.bytes = "2*N*s + 4*bins^2*G",
                .operations = "N shared atomics, + bins^2*G global ones",
                .synchronisation = "2 barriers per block; one fill, one launch"},
      .predictions = count::predictions_of_pairs("shared"),
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_shared_block,
  };
}

}  // namespace warpmark::joint_histogram
