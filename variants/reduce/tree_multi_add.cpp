// R13: a fixed grid iterates over the input, then one tree per block. The top of Harris' ladder.

#include <algorithm>
#include <cmath>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

// Blocks that the input can keep busy: two elements per thread.
std::uint64_t blocks_of_two_adds(std::uint64_t count, const config& config) {
  return blocks_for(count, 2 * static_cast<std::uint64_t>(config.integer("block")));
}

std::uint64_t grid_of_multi_add(std::uint64_t count, const config& config,
                                const device_limits& limits) {
  const auto requested = static_cast<std::uint64_t>(config.integer("blocks_per_sm")) *
                         static_cast<std::uint64_t>(limits.multiprocessors);
  return std::min(requested, blocks_of_two_adds(count, config));
}

launch_plan plan_multi_add(const problem& problem, const config& config,
                           const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const operator_kernel kernel = templates::tree_multi_add{.block = block};
  const std::uint64_t grid = grid_of_multi_add(plan.n(), config, limits);
  if (grid == 1) {
    plan.launch(kernel, 1, block, plan.input(), plan.output(), plan.n());
    return plan.take();
  }
  const std::size_t partials = plan.scratch("partials", grid);
  plan.launch(kernel, grid, block, plan.input(), partials, plan.n());
  plan.launch(kernel, 1, block, partials, plan.output(), grid);
  return plan.take();
}

// What a thread reduces, and the tree: once over the input, once over the blocks' results.
double depth_of_multi_add(const problem& problem, const config& config,
                          const device_limits& limits) {
  const auto block = static_cast<std::uint64_t>(config.integer("block"));
  const std::uint64_t grid = grid_of_multi_add(n_of(problem), config, limits);
  return static_cast<double>(n_of(problem) / (grid * block) + 2 + grid / block + 2) +
         2 * std::log2(block);
}

// Of both launches; known for any device if the grid is not bounded by its size.
std::optional<std::uint64_t> blocks_of(const problem& problem, const config& config) {
  const std::uint64_t grid = blocks_of_two_adds(n_of(problem), config);
  if (grid > static_cast<std::uint64_t>(config.integer("blocks_per_sm"))) return std::nullopt;
  return grid == 1 ? 1 : grid + 1;
}

std::optional<std::uint64_t> sectors_of_multi_add(const problem& problem, const config& config) {
  if (!loads_whole_sectors(problem) || !blocks_of(problem, config)) return std::nullopt;
  // The second launch loads the results of the first in one iteration.
  const std::uint64_t grid = blocks_of_two_adds(n_of(problem), config);
  const std::uint64_t first = sectors_of(n_of(problem), size_bytes(element_type_of(problem)));
  return grid == 1 ? first : first + sectors_of_partials(problem, grid, grid);
}

std::vector<counter_prediction> predictions_of_multi_add() {
  std::vector<counter_prediction> result;
  for (auto& cost : unrolled_tree_costs())
    result.push_back(of_all_blocks(std::move(cost), blocks_of));
  result.push_back(
      {"launches", "2, or 1 if N <= 2*B",
       [](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
         return blocks_of_two_adds(n_of(problem), config) == 1 ? 1 : 2;
       }});
  result.push_back({"global_load_sectors", "ceil(N*s/32), then as much for the partial results",
                    sectors_of_multi_add});
  return result;
}

}  // namespace

variant tree_multi_add() {
  return with_dependent_launches({
      .family = "reduce",
      .name = "tree_multi_add",
      .level = 13,
      .catalogue_id = "R13",
      .title = "grid-stride loop, then the unrolled tree (Harris kernel 7)",
      .summary =
          "The size of the grid follows from the device, not from the input: blocks_per_sm blocks "
          "per multiprocessor. In each iteration of its loop a thread adds two elements B apart; "
          "the tree comes once, at the end. By Brent's theorem n/log n threads keep the depth "
          "logarithmic and reduce the work to that of the loop. Two launches for any n: the second "
          "is one block over the blocks' results. On today's devices, two 4-byte loads in flight "
          "per thread limit it.",
      .source = "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 7; R. P. Brent, The "
                "Parallel Evaluation of General Arithmetic Expressions, J. ACM 21(2), 1974",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = {block_axis(true), blocks_per_sm_axis(8)},
      .costs = {.bytes = "N*s + 2*G*s with G = min(blocks_per_sm * SMs, N/(2*B))",
                .operations = "N/(G*B) adds per thread, then log2 B",
                .synchronisation = "log2 B - 5 barriers per block; one more launch to finish"},
      .predictions = predictions_of_multi_add(),
      .reproducible = determinism::run_to_run,
      .plan = plan_multi_add,
      .rounding_depth = depth_of_multi_add,
  });
}

}  // namespace warpmark::reduce
