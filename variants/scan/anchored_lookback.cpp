// Look-back with an order of additions that depends on indices only: reproducible floating sums.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

namespace {

std::uint64_t tiles_of_anchored(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), tiling_of(config, method_of(config)).size());
}

launch_plan plan_anchored(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const tiling tiles = tiling_of(config, method_of(config));
  const std::uint64_t grid = tiles_of_anchored(problem, config);
  const bool one_word = plan.value_bytes() == 4;
  constexpr std::size_t ticket = 32;  // bytes: statuses begin at a sector
  const std::size_t statuses = plan.zeroed("statuses", ticket + grid * (one_word ? 8 : 4));
  kernel_argument values = scalar_argument::of(std::uint64_t{0});
  if (!one_word) values = buffer_argument{plan.scratch("published", 2 * grid)};
  plan.launch_instance(
      templates::anchored_lookback{.Tile = tile_type(plan, tiles, plan.input(), plan.output()),
                                   .inclusive = plan.inclusive(),
                                   .period = config.integer("period")},
      grid, tiles.block,
      {plan.begin_of(plan.input()), plan.begin_of(plan.output()), scalar_argument::of(plan.n()),
       buffer_argument{statuses}, values});
  return plan.take();
}

predicted_count barriers_of_anchored(const problem& problem, const config& config) {
  if (config.text("method") != "shuffle") return {};
  return tiles_of_anchored(problem, config) * 4;
}

// Every tile but the last publishes once.
std::uint64_t sectors_stored_by_anchored(const traffic_of_tiles& traffic_of_tiles, const config&) {
  return traffic_of_tiles.elements + traffic_of_tiles.tiles - 1;
}

// At each anchor, and for the tile itself, a lane and then a warp reduce what they have read.
double depth_of_anchored(const problem& problem, const config& config, const device_limits&) {
  const auto period = static_cast<std::uint64_t>(config.integer("period"));
  const std::uint64_t anchors = blocks_for(tiles_of_anchored(problem, config), period);
  const std::uint64_t per_anchor = (period + 31) / 32 + 5 + 1;
  return tiling_of(config, method_of(config)).depth() +
         static_cast<double>((anchors + 1) * per_anchor);
}

}  // namespace

variant anchored_lookback() {
  return {
      .family = "scan",
      .name = "anchored_lookback",
      .level = 8,
      .catalogue_id = "",
      .title = "look-back to fixed anchor tiles, in an order that timing does not change",
      .summary =
          "One kernel reads and writes every element once. As in decoupled_lookback, tiles publish "
          "aggregates, but only every period-th tile, an anchor, publishes its inclusive prefix, "
          "and each tile combines the prefix of the last anchor before it with the aggregates "
          "since then: a warp reads them all at once and combines them in a fixed tree. Which "
          "values are combined, and in which order, depends on the number of the tile only, so "
          "that floating sums are equal bit by bit in every execution, and on every card for the "
          "same config. The price: nothing nearer than the anchor may be used even if it is there, "
          "and anchors form a chain, as all tiles do with period=1, which is chained. A longer "
          "period makes that chain shorter, and each tile reads more statuses.",
      .source =
          "the look-back of D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with "
          "Decoupled Look-back, NVR-2016-002, with its choice of predecessors fixed; the serial "
          "order of S. Yan, G. Long, Y. Zhang, StreamScan, PPoPP 2013, between anchors",
      .types = all_element_types(),
      .axes = {block_axis(true),
               items_axis(8),
               transfer_axis(),
               method_axis(),
               {.name = "period",
                .summary = "tiles from one anchor to the next",
                .values = {std::int64_t{1}, std::int64_t{8}, std::int64_t{32}, std::int64_t{64},
                           std::int64_t{128}, std::int64_t{256}},
                .base = std::int64_t{32},
                .min = 1,
                .max = 512}},
      .constraints = {tile_fits_shared_memory(method_of), direct_differs_from_transposed()},
      .costs = {.bytes = "2*N*s + about 16*N/T, T = B*K, or 2*B*K with Blelloch's methods; up to "
                         "8*period per tile from L2",
                .operations = "N adds more than the block method's, and up to period + 32 per tile",
                .synchronisation = "one launch and a fill; N/(T*period) serial hand-overs"},
      .predictions = {one_launch(),
                      {"serial hand-overs", "ceil(N/(T*period)) - 1"},
                      {"global_atomic_requests", "G on the ticket", tiles_of_anchored},
                      of_sectors("global_store_sectors",
                                 "N/8 + G - 1 (4-byte, full tiles, transposed, 2 <= G <= T)",
                                 method_of, sectors_stored_by_anchored),
                      {"block_barriers", "4*G (method=shuffle)", barriers_of_anchored}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_anchored,
      .rounding_depth = depth_of_anchored,
  };
}

}  // namespace warpmark::scan
