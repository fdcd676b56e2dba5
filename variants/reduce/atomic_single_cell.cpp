// R5: every thread adds to one cell. The shortest correct kernel, bound by one L2 slice.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

// Every thread that has an element, or the first lane of every warp of the grid.
std::optional<std::uint64_t> atomic_lanes(const problem& problem, const config& config) {
  if (!has_native_atomic(problem)) return std::nullopt;
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const auto block = static_cast<std::uint64_t>(config.integer("block"));
  const std::uint64_t tile = block * static_cast<std::uint64_t>(config.integer("items"));
  if (config.text("aggregation") == "warp") return blocks_for(n, tile) * block / 32;
  return n / tile * block + std::min(block, n % tile);
}

}  // namespace

variant atomic_single_cell() {
  return {
      .family = "reduce",
      .name = "atomic_single_cell",
      .level = 5,
      .catalogue_id = "R5",
      .title = "one atomic per thread into one cell",
      .summary =
          "Every thread adds its element to the result. All atomics are served by one L2 slice, at "
          "about one per clock. For integer sums the compiler may reduce within a warp first and "
          "issue one atomic per warp; for floats it does not, and minimum and maximum of floats "
          "need a compare-and-swap loop. Float results depend on the order of arrival and are not "
          "reproducible. The cell is set to the neutral element inside the timed span.",
      .source = "lecture-2019, 16:40-20:28",
      .types = word_types(),
      .operators = atomic_operators(),
      .axes = {block_axis(false),
               items_axis(),
               {.name = "aggregation",
                .summary =
                    "who issues the atomic: every thread, or one lane after a warp reduction",
                .values = {"none", "warp"},
                .base = "none"}},
      .costs = {.bytes = "N*s",
                .operations = "ceil(N/items) atomics on one address, 1/32 of that by warp",
                .synchronisation = "none"},
      .predictions =
          {{"global_atomic_lanes",
            "N if items=1; aggregation=warp: ceil(N/(B*items))*B/32; min and max of floats "
            "are loops",
            atomic_lanes},
           one_launch()},
      .reproducible = determinism::not_guaranteed,
      .plan =
          [](const problem& problem, const config& config, const device_limits&) {
            plan_builder plan(problem);
            const auto block = static_cast<std::uint32_t>(config.integer("block"));
            const auto items = static_cast<std::uint64_t>(config.integer("items"));
            plan.fill_identity(plan.output(), 1);
            plan.launch(
                templates::atomic_single_cell{.block = block,
                                              .items = items,
                                              .by_warp = config.text("aggregation") == "warp"},
                blocks_for(plan.n(), block * items), block, plan.input(), plan.output(), plan.n());
            return plan.take();
          },
      .rounding_depth =
          [](const problem& problem, const config&, const device_limits&) {
            return static_cast<double>(problem.integer("n"));  // any order of arrival
          },
  };
}

}  // namespace warpmark::reduce
