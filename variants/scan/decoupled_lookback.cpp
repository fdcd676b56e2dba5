// S8: one pass, in which tiles look back over the statuses of the tiles before them.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

namespace {

std::uint64_t grid_of(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("n")),
                    tiling_of(config, method_of(config)).size());
}

bool clears_itself(const config& config) { return config.text("clear") == "self"; }

type_argument delay_of(const config& config) {
  const std::int64_t ns = config.integer("delay_ns");
  if (config.text("delay") == "fixed") return templates::fixed_delay{.ns = ns};
  if (config.text("delay") == "backoff") return templates::backoff_delay{.ns = ns};
  return "scan::no_delay";
}

launch_plan plan_lookback(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const tiling tiles = tiling_of(config, method_of(config));
  const std::uint64_t grid = grid_of(problem, config);
  const bool one_word = plan.value_bytes() == 4;
  constexpr std::size_t counters = 32;  // bytes: statuses begin at a sector
  const std::size_t bytes = counters + grid * (one_word ? 8 : 4);
  const std::size_t statuses =
      clears_itself(config) ? plan.state("statuses", bytes) : plan.zeroed("statuses", bytes);
  kernel_argument values = scalar_argument::of(std::uint64_t{0});
  if (!one_word) values = buffer_argument{plan.scratch("published", 2 * grid)};
  plan.launch_instance(
      templates::decoupled_lookback{.Tile = tile_type(plan, tiles, plan.input(), plan.output()),
                                    .inclusive = plan.inclusive(),
                                    .Delay = delay_of(config),
                                    .clears = clears_itself(config)},
      grid, tiles.block,
      {plan.begin_of(plan.input()), plan.begin_of(plan.output()), scalar_argument::of(plan.n()),
       buffer_argument{statuses}, values});
  return plan.take();
}

std::vector<axis> axes_of_lookback() {
  return {block_axis(true),
          items_axis(8),
          transfer_axis(),
          method_axis(),
          {.name = "delay",
           .summary = "what a warp does between two polls of statuses that are not all available: "
                      "nothing, sleep, or sleep twice as long each time, up to 16 times delay_ns",
           .values = {"none", "fixed", "backoff"},
           .base = "none"},
          {.name = "delay_ns",
           .summary = "duration of a sleep; 0 with delay=none",
           .values = {std::int64_t{0}, std::int64_t{50}, std::int64_t{200}, std::int64_t{500},
                      std::int64_t{1000}},
           .base = std::int64_t{0},
           .min = 0,
           .max = 10000},
          {.name = "clear",
           .summary = "how the statuses are cleared: by a fill before the kernel, or by the last "
                      "block to finish",
           .values = {"fill", "self"},
           .base = "fill"}};
}

// Tile 0 publishes once, the others twice, the last never; the words are cleared at the end.
std::uint64_t sectors_stored_by_lookback(const traffic_of_tiles& traffic_of_tiles,
                                         const config& config) {
  const std::uint64_t published = 2 * traffic_of_tiles.tiles - 3;
  return traffic_of_tiles.elements + published +
         (clears_itself(config) ? (traffic_of_tiles.tiles - 1 + 3) / 4 : 0);
}

predicted_count atomic_requests(const problem& problem, const config& config) {
  return grid_of(problem, config) * (clears_itself(config) ? 2 : 1);
}

predicted_count barriers(const problem& problem, const config& config) {
  if (config.text("method") != "shuffle") return {};
  return grid_of(problem, config) * (clears_itself(config) ? 5 : 4);
}

// A single tile reads no status: it loads as its block method does.
std::vector<counter_prediction> of_a_single_tile() {
  std::vector<counter_prediction> result;
  for (const auto& cost : shuffle_costs()) {
    if (cost.counter != "shuffles" && cost.counter != "global_load_sectors") continue;
    counter_prediction prediction = in_one_tile(cost, method_of);
    prediction.prediction += " (method=shuffle, one tile)";
    prediction.value = [whole = prediction.value](const problem& problem,
                                                  const config& config) -> predicted_count {
      return config.text("method") == "shuffle" ? whole(problem, config) : predicted_count();
    };
    result.push_back(std::move(prediction));
  }
  return result;
}

std::vector<counter_prediction> predictions_of_lookback() {
  std::vector<counter_prediction> all = {
      one_launch(),
      {"global_atomic_requests", "G on the counter of tiles; G more if clear=self",
       atomic_requests},
      of_sectors(
          "global_store_sectors",
          "N/8 + 2*G - 3, + (G - 1)/4 if clear=self (4-byte, full tiles, transposed, 2 <= G <= T)",
          method_of, sectors_stored_by_lookback),
      {"block_barriers", "4*G, or 5*G if clear=self (method=shuffle)", barriers},
      {"loads of statuses",
       "at least min(tile, 32) per tile; more if tiles are so small that their predecessors have "
       "not published yet"}};
  for (auto& prediction : of_a_single_tile()) all.push_back(std::move(prediction));
  return all;
}

}  // namespace

variant decoupled_lookback() {
  return {
      .family = "scan",
      .name = "decoupled_lookback",
      .level = 8,
      .catalogue_id = "S8",
      .title = "decoupled look-back: tiles add up their predecessors' aggregates",
      .summary =
          "One kernel reads and writes every element once: 2N, since a tile stays in registers "
          "while it waits for its prefix. Unlike a chain, a tile first publishes its own "
          "aggregate, then one warp reads 32 predecessors at a time and adds aggregates back to "
          "the nearest tile that has published its inclusive prefix. So tiles wait for loads, not "
          "for the work of each other. Tiles are numbered in the order in which blocks start, "
          "which rules out deadlock on any device. A warp that polls too early polls again: each "
          "poll is traffic to L2 that slows the tiles it waits for, so a delay between polls can "
          "be faster than none, while too long a delay leaves a prefix unread. How far a tile "
          "looks back depends on timing, and with it the order of additions: floating sums are not "
          "reproducible from run to run. clear=fill needs a second operation in the stream; "
          "clear=self needs a count at the end of each block, and one block that clears 8 bytes "
          "per tile.",
      .source =
          "D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, "
          "NVR-2016-002; the delays: catalogue S8, after those of CUB's agents",
      .types = all_element_types(),
      .axes = axes_of_lookback(),
      .constraints = {tile_fits_shared_memory(method_of),
                      {"delay_ns is 0 with delay=none, and above 0 with the other delays",
                       [](const problem&, const config& config, const device_limits&) {
                         return (config.text("delay") == "none") ==
                                (config.integer("delay_ns") == 0);
                       }},
                      direct_differs_from_transposed()},
      .costs = {.bytes = "2*N*s + about 24*N/T, T = B*K, or 2*B*K with Blelloch's methods",
                .operations = "N adds more than the block method's, and 32 or more per tile",
                .synchronisation = "one launch, and a fill if clear=fill; N/T look-backs, which "
                                   "overlap"},
      .predictions = predictions_of_lookback(),
      .reproducible = determinism::not_guaranteed,
      .plan = plan_lookback,
      // At worst every tile adds to its predecessor's prefix.
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            return tiling_of(config, method_of(config)).depth() +
                   static_cast<double>(grid_of(problem, config)) + 1;
          },
  };
}

}  // namespace warpmark::scan
