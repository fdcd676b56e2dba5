// R20: enough loads in flight to saturate memory, and one launch. The top level for large inputs.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/grid_finish.hpp"
#include "variants/reduce/shared/grid_shape.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_vectorised(const problem& problem, const config& config,
                            const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = grid_of_tiles(problem, config, limits);
  const grid_finish finish = add_grid_finish(plan, config, grid);
  plan.launch(templates::vectorised{.block = block,
                                    .vector_bytes = config.integer("vector"),
                                    .unroll = config.integer("unroll"),
                                    .Finish = finish.type},
              grid + (config.text("finish") == "collector" && grid > 1 ? 1 : 0), block,
              plan.input(), plan.output(), plan.n(),
              {buffer_argument{finish.partials}, buffer_argument{finish.state}});
  return plan.take();
}

std::vector<constraint> constraints_of_vectorised() {
  auto constraints = grid_finish_constraints(true);
  constraints.push_back(vector_holds_an_element());
  return constraints;
}

}  // namespace

variant vectorised() {
  return {
      .family = "reduce",
      .name = "vectorised",
      .level = 20,
      .catalogue_id = "R20",
      .title = "vector loads, several in flight, single pass",
      .summary =
          "A lane loads 16 bytes at a time and has `unroll` such loads in flight before it adds "
          "the first, so that each multiprocessor keeps in flight the tens of kilobytes that the "
          "latency of memory requires (48 KiB on an H200). Elements outside full vectors, at "
          "either end, go to the first threads, so the data may begin anywhere. Narrow integers "
          "are summed four at a time by dot products with ones. The blocks' partial results are "
          "combined within the launch: by the last ticket, by flags for which the last block or "
          "one without elements waits, or by one 64-bit atomic that holds a sum and a count of "
          "arrivals.",
      .source =
          "catalogue section 2.4; J. Luitjens, Faster Parallel Reductions on Kepler (2014), "
          "vector loads; CUDA C++ Programming Guide, memory fence functions",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = {block_axis(false), blocks_per_sm_axis(2), vector_bytes_axis(), unroll_axis(4),
               grid_finish_axis(true)},
      .constraints = constraints_of_vectorised(),
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N, + G by one block",
                .synchronisation = "one atomic or flag per block, one launch"},
      .predictions = {{"bytes in flight per SM", "B * blocks_per_sm * unroll * vector"},
                      one_launch(),
                      {"global_atomic_requests", "G > 1: G; none with finish=flags or collector",
                       [](const problem& problem,
                          const config& config) -> std::optional<std::uint64_t> {
                         const std::uint64_t grid = grid_of_tiles(problem, config, device_limits{});
                         return grid == 1 || finishes_by_flags(config) ? 0 : grid;
                       }}},
      .reproducible = determinism::run_to_run,
      .plan = plan_vectorised,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits& limits) {
            const std::uint64_t grid = grid_of_tiles(problem, config, limits);
            return grid_fold_depth(problem, config, grid) +
                   static_cast<double>(grid / static_cast<std::uint64_t>(config.integer("block"))) +
                   11;
          },
  };
}

}  // namespace warpmark::reduce
