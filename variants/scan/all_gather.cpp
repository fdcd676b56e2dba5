// One wave of tiles, or few: every block sums the totals before it. Wins where latency counts.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/templates.hpp"
#include "variants/scan/shared/wave_predictions.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::scan {

namespace {

launch_plan plan_all_gather(const problem& problem, const config& config,
                            const device_limits& limits) {
  plan_builder plan(problem);
  const std::uint64_t grid = resident_grid(problem, config, limits);
  const std::size_t state =
      plan.state("ticket_and_boards", wave_state_bytes(grid, 1, plan.value_bytes()));
  const std::size_t posted =
      plan.scratch("posted", posts_in_one_word(plan.value_bytes()) ? 0 : 2 * grid);
  launch_step& step =
      plan.launch(templates::all_gather{.inclusive = plan.inclusive(),
                                        .block = config.integer("block"),
                                        .rows = config.integer("rows"),
                                        .blocks_per_sm = config.integer("blocks_per_sm")},
                  grid, static_cast<std::uint32_t>(config.integer("block")), plan.input(),
                  plan.output(), plan.n(), {buffer_argument{state}, buffer_argument{posted}});
  step.shape.cooperative = true;  // the driver rejects a grid that is not resident
  return plan.take();
}

// Each row is scanned over the lanes in 5 steps, shifted, and its total broadcast; one warp reduces
// the warps' totals, and twice what it has gathered.
std::uint64_t shuffles_of_all_gather(const config& config) {
  return static_cast<std::uint64_t>(config.integer("block") / 32 * 7 * config.integer("rows")) + 15;
}

wave_costs costs() {
  return {.ahead = [](const config&) { return std::uint64_t{1}; },
          .shuffles = shuffles_of_all_gather,
          .shuffles_formula = "7*rows*B/32 + 15",
          .barriers_per_tile = 2,
          .barriers_per_block = 1,
          .barriers_formula = "2*ceil(N/T) + G",
          .loads_by_bulk_copy = false,
          .posts_last_tile = true};
}

}  // namespace

variant all_gather() {
  return {
      .family = "scan",
      .name = "all_gather",
      .level = 11,
      .catalogue_id = "",
      .title = "resident grid, every block gathers its predecessors' totals",
      .summary =
          "Each block scans a tile in registers, row by row of coalesced 16-byte vectors, posts "
          "the tile's total together with a flag in one word, and reads what all blocks before it "
          "have posted: one round trip through L2 after the last total is there, instead of a "
          "chain or a second launch. This requires a resident grid; longer inputs are processed in "
          "waves, between which the blocks wait for each other, so that memory idles. Posts carry "
          "the number of their wave, two boards alternate, and the last block to finish clears "
          "them: no launch is spent on clearing.",
      .source =
          "all-gather of the totals, as in MPI; flags packed with values as in D. Merrill, M. "
          "Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), section 4.2",
      .types = all_element_types(),
      .axes = {block_axis(false), rows_axis(2), blocks_per_sm_axis(1)},
      .constraints = {all_blocks_are_resident(0)},
      .costs = {.bytes = "2*N*s; 8*G^2 from L2 per wave of G tiles",
                .operations = "about 3*N operations",
                .synchronisation = "2 barriers and one gather per tile, one launch"},
      .predictions = predictions_of(costs()),
      .reproducible = determinism::run_to_run,
      .plan = plan_all_gather,
      .rounding_depth = wave_rounding_depth,
  };
}

}  // namespace warpmark::scan
