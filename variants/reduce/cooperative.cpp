// R19: a resident grid and a barrier of all its blocks. One launch, and a reproducible sum.

#include <algorithm>

#include <fmt/format.h>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

std::uint64_t blocks_with_elements(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), static_cast<std::uint64_t>(config.integer("block")));
}

std::uint64_t resident_grid(const problem& problem, const config& config,
                            const device_limits& limits) {
  const auto requested = static_cast<std::uint64_t>(config.integer("blocks_per_sm")) *
                         static_cast<std::uint64_t>(limits.multiprocessors);
  return std::min(requested, blocks_with_elements(problem, config));
}

launch_plan plan_cooperative(const problem& problem, const config& config,
                             const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = resident_grid(problem, config, limits);
  const std::size_t partials = plan.scratch("partials", grid);
  const std::size_t barrier = plan.state("barrier", 8);
  plan.launch(
          templates::cooperative{.block = block, .blocks_per_sm = config.integer("blocks_per_sm")},
          grid, block, plan.input(), plan.output(), plan.n(),
          {buffer_argument{partials}, buffer_argument{barrier}})
      .shape.cooperative = true;
  return plan.take();
}

// The columns of a thread, the blocks' results that one thread of the first block reduces, and two
// levels of five steps each time.
double depth_of_cooperative(const problem& problem, const config& config,
                            const device_limits& limits) {
  const auto block = static_cast<std::uint64_t>(config.integer("block"));
  const std::uint64_t grid = resident_grid(problem, config, limits);
  return static_cast<double>(n_of(problem) / (grid * block) + 1 + grid / block + 1) + 20;
}

// Known for any device if the grid is not bounded by its size.
std::optional<std::uint64_t> known_grid(const problem& problem, const config& config) {
  const std::uint64_t grid = blocks_with_elements(problem, config);
  if (grid > static_cast<std::uint64_t>(config.integer("blocks_per_sm"))) return std::nullopt;
  return grid;
}

std::vector<counter_prediction> predictions_of_cooperative() {
  const auto folds = [](const problem& problem,
                        const config& config) -> std::optional<std::uint64_t> {
    const auto grid = known_grid(problem, config);
    if (!grid) return std::nullopt;
    return *grid + 1;
  };
  std::vector<counter_prediction> result = {
      one_launch(),
      {"global_atomic_lanes", "2*G + 1, for the barrier",
       [](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
         const auto grid = known_grid(problem, config);
         if (!grid) return std::nullopt;
         return 2 * *grid + 1;
       }}};
  for (auto& cost : block_fold_costs()) {
    if (cost.counter == "block_barriers") continue;  // those of the grid's barrier come on top
    auto prediction = of_all_blocks(cost, folds);
    prediction.prediction = fmt::format("(G + 1) * ({})", cost.formula);
    result.push_back(std::move(prediction));
  }
  return result;
}

}  // namespace

variant cooperative() {
  return {
      .family = "reduce",
      .name = "cooperative",
      .level = 19,
      .catalogue_id = "R19",
      .title = "resident grid with a barrier of all blocks",
      .summary =
          "The grid is no larger than what the device holds at once, which a cooperative launch "
          "guarantees, so that its blocks may wait for each other. Each block reduces its columns "
          "and writes one value; all synchronise at a barrier in global memory; the first block "
          "reduces the partial results in a fixed order. One launch where the trees take several, "
          "and a reproducible result where atomics are not. Compare the time at small n with "
          "tree_multi_add and its second launch, and with last_block and its ticket: a barrier "
          "takes one round trip to L2 to arrive and more of them to poll, and every block waits "
          "although only the first needs to.",
      .source =
          "NVIDIA CUDA samples, reductionMultiBlockCG; CUDA C++ Programming Guide, "
          "Cooperative Groups, grid synchronisation",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = {block_axis(false), blocks_per_sm_axis(2)},
      .constraints = {{"all blocks of the grid are resident: block * blocks_per_sm threads and "
                       "blocks_per_sm blocks fit on a multiprocessor",
                       [](const problem&, const config& config, const device_limits& limits) {
                         return config.integer("block") * config.integer("blocks_per_sm") <=
                                    limits.max_threads_per_multiprocessor &&
                                config.integer("blocks_per_sm") <=
                                    limits.max_blocks_per_multiprocessor;
                       }}},
      .costs = {.bytes = "N*s + 2*G*s with G = min(blocks_per_sm * SMs, N/B)",
                .operations = "N/(G*B) adds per thread; 2*G atomics for the barrier",
                .synchronisation = "1 barrier of the grid"},
      .predictions = predictions_of_cooperative(),
      .reproducible = determinism::run_to_run,
      .plan = plan_cooperative,
      .rounding_depth = depth_of_cooperative,
  };
}

}  // namespace warpmark::reduce
