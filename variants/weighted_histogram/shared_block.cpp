// One weighted histogram per block in shared memory.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/paired_plan.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/weighted_histogram/shared/templates.hpp"

namespace warpmark::weighted_histogram {

namespace {

std::size_t shared_bytes_of_sums(const problem& problem) {
  return static_cast<std::size_t>(problem.integer("bins")) * sizeof(std::uint32_t);
}

launch_plan plan_shared_block(const problem& problem, const config& config,
                              const device_limits& limits) {
  const auto bins = static_cast<std::uint32_t>(problem.integer("bins"));
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  count::paired_plan plan(problem, "keys", "sums", bins);
  launch_step& step = plan.launch_instance(
      templates::shared_block{.W = std::string(cuda_spelling(plan.type())), .block = block},
      count::grid_of_shares(problem, config, limits), block,
      {plan.input_argument(), plan.second_argument(), scalar_argument::of(plan.n()),
       buffer_argument{plan.output()}, scalar_argument::of(bins)});
  step.shape.dynamic_shared_bytes = shared_bytes_of_sums(problem);
  return plan.take();
}

std::vector<axis> axes_of_shared_block() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(4)};
  result.front().base = std::int64_t{512};
  return result;
}

// The weights of a block, if all have one bin, then the blocks' sums.
double depth_of_shared_block(const problem& problem, const config& config,
                             const device_limits& limits) {
  const std::uint64_t grid = count::grid_of_shares(problem, config, limits);
  const auto block = static_cast<std::uint64_t>(config.integer("block"));
  const std::uint64_t max_vectors_per_thread =
      blocks_for(static_cast<std::uint64_t>(problem.integer("n")), grid * block * 4);
  constexpr std::uint64_t max_outside_of_vectors = 6;
  return static_cast<double>(max_vectors_per_thread * block * 4 + max_outside_of_vectors + grid);
}

}  // namespace

variant shared_block() {
  return {
      .family = "weighted_histogram",
      .name = "shared_block",
      .level = 2,
      .catalogue_id = "",
      .title = "one weighted histogram per block in shared memory",
      .summary =
          "A block sums the weights of its keys in shared memory, of up to 58 112 bins, and only "
          "its sums go to global memory. The number of bins is an argument of the kernel. "
          "Additions of integers are one instruction of shared memory. Additions of floats are "
          "loops that exchange and compare, so lanes with the same bin take turns. Float sums are "
          "rounded less often than by one chain of additions.",
      .source =
          "V. Podlozhnyuk, Histogram calculation in CUDA (NVIDIA, 2007); CUDA C++ Programming "
          "Guide, atomic functions",
      .types = {element_type::u32, element_type::f32},
      .axes = axes_of_shared_block(),
      .constraints = {{"a block's sums fit shared memory",
                       [](const problem& problem, const config&, const device_limits& limits) {
                         return shared_bytes_of_sums(problem) <=
                                limits.max_shared_bytes_per_block_optin;
                       }}},
      .costs = {.bytes = "2*N*s + 4*bins*G",
                .operations = "N shared atomics, + bins*G global ones",
                .synchronisation = "2 barriers per block; one fill, one launch"},
      .predictions = count::predictions_of_pairs("shared"),
      .reproducible = determinism::not_guaranteed,
      .plan = plan_shared_block,
      .rounding_depth = depth_of_shared_block,
  };
}

}  // namespace warpmark::weighted_histogram
