// R6: one cell per block spreads the atomics of R5 over addresses.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/finish.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/predictions.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_per_block(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint64_t>(config.integer("items"));
  const bool shared_cell = config.text("cell") == "shared";
  const std::uint64_t grid = blocks_for(plan.n(), block * items);
  const std::size_t cells = plan.scratch("block_cells", grid);
  if (!shared_cell) plan.fill_identity(cells, grid);
  plan.launch(templates::atomic_per_block{.block = block,
                                          .items = items,
                                          .shared_cell = shared_cell,
                                          .by_warp = config.text("aggregation") == "warp"},
              grid, block, plan.input(), cells, plan.n());
  add_finish(plan, "tree", cells, grid);
  return plan.take();
}

// Threads without an element add the neutral one.
std::optional<std::uint64_t> global_atomic_lanes(const problem& problem, const config& config) {
  if (config.text("cell") == "shared") return 0;
  if (!has_native_atomic(problem)) return std::nullopt;
  const auto block = static_cast<std::uint64_t>(config.integer("block"));
  return tile_count(problem, config) * (config.text("aggregation") == "warp" ? block / 32 : block);
}

std::optional<std::uint64_t> shared_atomic_requests(const problem& problem, const config& config) {
  if (config.text("cell") == "global") return 0;
  if (!has_native_atomic(problem)) return std::nullopt;
  return tile_count(problem, config) * static_cast<std::uint64_t>(config.integer("block")) / 32;
}

std::optional<std::uint64_t> launches_of_cells(const problem& problem, const config& config) {
  return 1 + finish_launches(problem, "tree", tile_count(problem, config));
}

}  // namespace

variant atomic_per_block() {
  return with_dependent_launches({
      .family = "reduce",
      .name = "atomic_per_block",
      .level = 6,
      .catalogue_id = "R6",
      .title = "one atomic per thread into a cell per block",
      .summary =
          "As atomic_single_cell, but each block has its own cell, so that contention is between "
          "the threads of a block and spreads over the L2 slices; the cells are reduced by a tree "
          "afterwards. The cell may be in shared memory, and a warp may reduce its values first.",
      .source = "lecture-2019, 17:17-18:02 and 20:49-21:09",
      .types = all_element_types(),
      .operators = atomic_operators(),
      .axes = {block_axis(false),
               items_axis(),
               {.name = "cell",
                .summary = "where a block's cell is",
                .values = {"global", "shared"},
                .base = "global"},
               {.name = "aggregation",
                .summary =
                    "who issues the atomic: every thread, or one lane after a warp reduction",
                .values = {"none", "warp"},
                .base = "none"}},
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N atomics on G addresses",
                .synchronisation = "one more launch; cell=shared: 2 barriers per block"},
      .predictions = {{"global_atomic_lanes",
                       "G*B, or G*B/32 if aggregation=warp, or 0 if cell=shared",
                       global_atomic_lanes},
                      {"shared_atomic_requests", "G*B/32 if cell=shared, else 0",
                       shared_atomic_requests},
                      {"launches", "1 and those of the finish", launches_of_cells}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_per_block,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            return static_cast<double>(tile_of(config)) +
                   finish_rounding_depth("tree", tile_count(problem, config));
          },
  });
}

}  // namespace warpmark::reduce
