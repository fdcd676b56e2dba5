// R18: one atomic per block. A single pass without a ticket.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_block_atomic(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  plan.fill_identity(plan.output(), 1);
  plan.launch(templates::block_atomic{.block = block, .items = config.integer("items")},
              tile_count(problem, config), block, plan.input(), plan.output(), plan.n());
  return plan.take();
}

std::vector<counter_prediction> predictions_of_block_atomic() {
  const auto atomics = [](const problem& problem,
                          const config& config) -> std::optional<std::uint64_t> {
    if (!has_native_atomic(problem)) return std::nullopt;
    return tile_count(problem, config);
  };
  const std::string formula = "G = ceil(N/(B*items)); min and max of floats are loops";
  std::vector<counter_prediction> result = {{"global_atomic_requests", formula, atomics},
                                            {"global_atomic_lanes", formula, atomics}};
  for (auto& cost : block_fold_costs())
    result.push_back(of_all_blocks(std::move(cost), tile_count));
  result.push_back(one_launch());
  return result;
}

}  // namespace

variant block_atomic() {
  return {
      .family = "reduce",
      .name = "block_atomic",
      .level = 18,
      .catalogue_id = "R18",
      .title = "two-level shuffle, then one atomic per block",
      .summary =
          "Each block reduces its tile as shuffle_two_level does and adds the result to one cell. "
          "One launch, no partial results, and N/(B*items) atomics where atomic_single_cell issues "
          "one per thread: compare the two over `items` to see when atomics on one address stop "
          "being the bottleneck. Blocks arrive in any order, so sums of floats differ in their "
          "last bits from run to run. The cell is set to the neutral element inside the timed "
          "span.",
      .source = "J. Luitjens, Faster Parallel Reductions on Kepler, 2014",
      .types = word_types(),
      .operators = atomic_operators(),
      .axes = {block_axis(false), items_axis()},
      .costs = {.bytes = "N*s",
                .operations = "5*B/32 + 5 shuffles per block; G atomics on one address",
                .synchronisation = "1 barrier per block"},
      .predictions = predictions_of_block_atomic(),
      .reproducible = determinism::not_guaranteed,
      .plan = plan_block_atomic,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            // The items of a thread, two levels of five steps, and any order of the blocks.
            return static_cast<double>(config.integer("items")) + 10 +
                   static_cast<double>(tile_count(problem, config));
          },
  };
}

}  // namespace warpmark::reduce
