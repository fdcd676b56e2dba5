// More bins than shared memory holds, in ranges that fit: each range reads all keys.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/predictions.hpp"
#include "variants/count/shared/private_counts.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

std::uint64_t bins_of(const problem& problem) {
  return static_cast<std::uint64_t>(problem.integer("bins"));
}

std::uint64_t bins_per_range(const problem& problem, const config& config) {
  const auto fit = static_cast<std::uint64_t>(config.integer("range_kib")) * 1024 / 4;
  return std::min(fit, bins_of(problem));
}

std::uint64_t ranges_of(const problem& problem, const config& config) {
  return blocks_for(bins_of(problem), bins_per_range(problem, config));
}

// The ranges share the blocks of a grid that fills the device, so that they read the same keys at
// about the same time.
std::uint64_t blocks_per_range(const problem& problem, const config& config,
                               const device_limits& limits) {
  return std::max<std::uint64_t>(
      grid_of_shares(problem, config, limits) / ranges_of(problem, config), 1);
}

std::size_t shared_bytes_of_range(const problem& problem, const config& config) {
  return static_cast<std::size_t>(bins_per_range(problem, config)) * sizeof(std::uint32_t);
}

launch_plan plan_bin_ranges(const problem& problem, const config& config,
                            const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.clear_output();
  launch_step& step = plan.launch_instance(
      templates::bin_ranges{
          .T = plan.key_spelling(), .block = block, .unroll = config.integer("unroll")},
      blocks_per_range(problem, config, limits), block,
      {plan.input_argument(), scalar_argument::of(plan.n()), buffer_argument{plan.output()},
       scalar_argument::of(static_cast<std::uint32_t>(plan.bins())),
       scalar_argument::of(static_cast<std::uint32_t>(bins_per_range(problem, config)))});
  step.shape.grid.y = static_cast<std::uint32_t>(ranges_of(problem, config));
  step.shape.dynamic_shared_bytes = shared_bytes_of_range(problem, config);
  return plan.take();
}

std::vector<axis> axes_of_bin_ranges() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(1), unroll_axis(2)};
  result.front().base = std::int64_t{1024};
  result.push_back(
      {.name = "range_kib",
       .summary = "KiB of shared memory per block for the counters of its range",
       .values = {std::int64_t{16}, std::int64_t{48}, std::int64_t{112}, std::int64_t{224}},
       .base = std::int64_t{224},
       .min = 2,
       .max = 227});
  return result;
}

// Of constant keys: only those of the first range are counted.
std::optional<std::uint64_t> requests_of_first_range(const problem& problem, const config& config) {
  if (problem.text("dist") != "constant") return std::nullopt;
  return requests_of_keys(problem, blocks_per_range(problem, config, device_limits{}));
}

std::optional<std::uint64_t> loads_of_all_ranges(const problem& problem, const config& config) {
  return ranges_of(problem, config) *
         loads_of_keys(problem, blocks_per_range(problem, config, device_limits{}));
}

}  // namespace

variant bin_ranges() {
  return {
      .family = "count",
      .name = "bin_ranges",
      .level = 19,
      .catalogue_id = "",
      .title = "ranges of bins, each of which reads all keys",
      .summary =
          "The bins are divided into ranges that fit a block's shared memory. The blocks of a "
          "range read all keys and count those of their range: no key goes to global memory, no "
          "key is moved, and the distribution of the keys does not matter. The keys are read once "
          "per range, from L2 where ranges keep pace, so the time grows with the number of bins. "
          "Wins, if anywhere, for a few ranges.",
      .source =
          "V. Podlozhnyuk, Histogram calculation in CUDA (NVIDIA, 2007), on histograms larger than "
          "shared memory; C. Nugteren et al., High performance predictable histogramming on GPUs "
          "(GPGPU-4, 2011)",
      .types = key_types(),
      .axes = axes_of_bin_ranges(),
      .constraints = counter_constraints(shared_bytes_of_range),
      .default_problem = {{"type", "u32"}, {"bins", std::int64_t{1} << 20}},
      .costs = {.bytes = "R*N*s + 4*bins*(1 + G/R), R = ceil(bins / bins per range)",
                .operations = "R*N comparisons, N shared atomics, at most bins*G/R global ones",
                .synchronisation = "2 barriers per block; one fill, one launch"},
      .predictions = {one_launch(),
                      {"global_load_requests", "R times those of one reading of the keys",
                       loads_of_all_ranges},
                      {"shared_atomic_requests",
                       "dist=constant: one per key of a lane's vectors in each warp of a range",
                       requests_of_first_range}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_bin_ranges,
  };
}

}  // namespace warpmark::count
