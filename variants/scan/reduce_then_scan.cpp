// S6: reduce tiles, scan the totals, scan tiles with their prefixes.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/propagate.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

namespace {

launch_plan plan_reduce_then_scan(const problem& problem, const config& config,
                                  const device_limits&) {
  plan_builder plan(problem);
  const tiling tiles = tiling_of(config, method_of(config));
  const std::uint64_t grid = blocks_for(plan.n(), tiles.size());
  const scalar_argument n = scalar_argument::of(plan.n()),
                        none = scalar_argument::of(std::uint64_t{0});
  kernel_argument prefixes = none;
  if (grid > 1) {
    const std::size_t totals = plan.scratch("totals", grid);
    plan.launch_instance(templates::reduce_tiles{.In = plan.held_by(plan.input()),
                                                 .Op = plan.op_spelling(),
                                                 .block = tiles.block,
                                                 .items = tiles.size() / tiles.block},
                         grid, tiles.block,
                         {plan.begin_of(plan.input()), n, buffer_argument{totals}});
    add_scan_of_totals(plan, tiles, totals, grid);
    prefixes = buffer_argument{totals};
  }
  plan.launch_instance(
      scan_of_tiles(tiles, {.Tile = tile_type(plan, tiles, plan.input(), plan.output()),
                            .inclusive = plan.inclusive(),
                            .seeded = grid > 1}),
      grid, tiles.block,
      {plan.begin_of(plan.input()), plan.begin_of(plan.output()), n, none, prefixes});
  return plan.take();
}

double depth_of_reduce_then_scan(const problem& problem, const config& config,
                                 const device_limits&) {
  const tiling tiles = tiling_of(config, method_of(config));
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t grid = blocks_for(n, tiles.size());
  if (grid == 1) return tiles.depth();
  // A warp reduces in five steps, and so does the one that reduces the warps' results.
  const double reduction = static_cast<double>(tiles.size() / tiles.block) + 10;
  return std::max(tiles.depth(), reduction + propagate_rounding_depth(tiles, grid)) + 1;
}

// Elements are stored once. Totals are stored one by one, and coalesced after they are scanned.
std::uint64_t sectors_stored_once(const traffic_of_tiles& traffic_of_tiles, const config&) {
  return traffic_of_tiles.elements + traffic_of_tiles.tiles + traffic_of_tiles.totals;
}

}  // namespace

variant reduce_then_scan() {
  return with_dependent_launches({
      .family = "scan",
      .name = "reduce_then_scan",
      .level = 6,
      .catalogue_id = "S6",
      .title = "reduce-then-scan",
      .summary =
          "A first kernel only reduces the tiles, the totals are scanned, and a last kernel scans "
          "every tile with its prefix as the initial value. Elements are read twice but written "
          "once: 3N instead of scan-then-propagate's 4N, and partial results of 16-bit floats and "
          "pairs never pass through memory. As long as the input fits the L2 cache, the second "
          "reading is nearly free. The order of additions is fixed, so floating sums are "
          "reproducible.",
      .source = "Y. Dotsenko et al., Fast Scan Algorithms on Graphics Processors, ICS 2008; "
                "D. Merrill, A. Grimshaw, Parallel Scan for Stream Architectures, 2009",
      .types = all_element_types(),
      .axes = {block_axis(true), items_axis(4), method_axis()},
      .constraints = {tile_fits_shared_memory(method_of)},
      .costs = {.bytes = "3*N*s + 4*N/T*s, T = B*K, or 2*B*K with Blelloch's methods",
                .operations = "N adds more than the block method's",
                .synchronisation = "2 + 1 launches if the totals fit a tile, else more"},
      .predictions = {of_launches(method_of), sectors_of_two_readings(),
                      of_sectors("global_store_sectors",
                                 "N/8 + G + G/8 totals (4-byte, full tiles, G <= T)", method_of,
                                 sectors_stored_once)},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_reduce_then_scan,
      .rounding_depth = depth_of_reduce_then_scan,
  });
}

}  // namespace warpmark::scan
