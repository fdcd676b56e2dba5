// S8: one pass, in which tiles look back over what the tiles before them have published.

#include <fmt/format.h>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/predictions.hpp"

namespace warpmark::scan {

namespace {

using predicted = std::optional<std::uint64_t>;

block_method method_of(const config& how) { return method_named(how.text("method")); }

std::uint64_t grid_of(const problem& asked, const config& how) {
  return blocks_for(static_cast<std::uint64_t>(asked.integer("n")),
                    tiling_of(how, method_of(how)).size());
}

bool clears_itself(const config& how) { return how.text("clear") == "self"; }

std::string delay_spelling(const config& how) {
  const std::string& kind = how.text("delay");
  if (kind == "none") return "scan::no_delay";
  return fmt::format("scan::{}_delay<{}>", kind, how.integer("delay_ns"));
}

launch_plan plan_lookback(const problem& asked, const config& how, const device_limits&) {
  plan_builder plan(asked);
  const tiling tiles = tiling_of(how, method_of(how));
  const std::uint64_t grid = grid_of(asked, how);
  const bool one_word = plan.value_bytes() == 4;
  constexpr std::size_t counters = 32;  // bytes: statuses begin at a sector
  const std::size_t bytes = counters + grid * (one_word ? 8 : 4);
  const std::size_t statuses =
      clears_itself(how) ? plan.state("statuses", bytes) : plan.zeroed("statuses", bytes);
  kernel_argument values = scalar_argument::of(std::uint64_t{0});
  if (!one_word) values = buffer_argument{plan.scratch("published", 2 * grid)};
  plan.launch_instance("decoupled_lookback",
                       fmt::format("decoupled_lookback<{}, {}, {}, {}>",
                                   tile_spelling(plan, tiles, plan.input(), plan.output()),
                                   plan.inclusive(), delay_spelling(how), clears_itself(how)),
                       grid, tiles.block,
                       {plan.begin_of(plan.input()), plan.begin_of(plan.output()),
                        scalar_argument::of(plan.n()), buffer_argument{statuses}, values});
  return plan.take();
}

std::vector<axis> config_axes() {
  return {
      block_axis(true),
      items_axis(8),
      transfer_axis(),
      method_axis(),
      {.name = "delay",
       .summary = "what a warp does between two looks at statuses that are not all there: nothing, "
                  "sleep, or sleep twice as long each time, up to 16 times delay_ns",
       .values = {"none", "fixed", "backoff"},
       .base = "none"},
      {.name = "delay_ns",
       .summary = "how long it sleeps; 0 with delay=none",
       .values = {std::int64_t{0}, std::int64_t{50}, std::int64_t{200}, std::int64_t{500},
                  std::int64_t{1000}},
       .base = std::int64_t{0},
       .min = 0,
       .max = 10000},
      {.name = "clear",
       .summary =
           "who makes the statuses zeros: a fill before the kernel, or the last block to finish",
       .values = {"fill", "self"},
       .base = "fill"}};
}

// Tile 0 publishes once, the others twice, the last never; its predecessors' words are cleared.
std::uint64_t stored_sectors(const traffic_of_tiles& of, const config& how) {
  const std::uint64_t published = 2 * of.tiles - 3;
  return of.elements + published + (clears_itself(how) ? (of.tiles - 1 + 3) / 4 : 0);
}

predicted atomic_requests(const problem& asked, const config& how) {
  return grid_of(asked, how) * (clears_itself(how) ? 2 : 1);
}

predicted barriers(const problem& asked, const config& how) {
  if (how.text("method") != "shuffle") return {};
  return grid_of(asked, how) * (clears_itself(how) ? 5 : 4);
}

// A single tile looks at no other: it loads as its block method does.
std::vector<expected_defect> of_a_single_tile() {
  std::vector<expected_defect> result;
  for (const auto& cost : shuffle_costs()) {
    if (cost.counter != "shuffles" && cost.counter != "global_load_sectors") continue;
    expected_defect defect = in_one_tile(cost, method_of);
    defect.prediction += " (method=shuffle, one tile)";
    defect.value = [whole = defect.value](const problem& asked, const config& how) -> predicted {
      return how.text("method") == "shuffle" ? whole(asked, how) : predicted();
    };
    result.push_back(std::move(defect));
  }
  return result;
}

std::vector<expected_defect> defects() {
  std::vector<expected_defect> all = {
      {"launches", "1", [](const problem&, const config&) -> predicted { return 1; }},
      {"global_atomic_requests", "G on the counter of tiles; G more if clear=self",
       atomic_requests},
      of_sectors("global_store_sectors",
                 "N/8 + 2*G - 3, + (G - 1)/4 if clear=self (4-byte, whole tiles, transposed, "
                 "2 <= G <= T)",
                 method_of, stored_sectors),
      {"block_barriers", "4*G, or 5*G if clear=self (method=shuffle)", barriers},
      {"loads of statuses",
       "at least min(tile, 32) a tile; more where tiles are so small that their predecessors "
       "have not published yet"}};
  for (auto& defect : of_a_single_tile()) all.push_back(std::move(defect));
  return all;
}

}  // namespace

variant decoupled_lookback() {
  return {
      .family = "scan",
      .name = "decoupled_lookback",
      .rung = 8,
      .catalogue_id = "S8",
      .title = "decoupled look-back: tiles add up their predecessors' folds",
      .summary =
          "One kernel reads and writes every element once: 2N, since a tile stays in registers "
          "while it learns what stands before it. Unlike a chain, a tile first publishes its own "
          "fold, then one warp looks at 32 predecessors at a time and adds up folds back to the "
          "nearest tile that has published its whole prefix. So tiles wait for loads, not for the "
          "work of one another. Tiles are numbered as blocks begin, which rules deadlock out on "
          "any card. Whoever looks too early looks again: each look is traffic to L2 that slows "
          "the tiles it waits for, so a delay between looks can be faster than none, while too "
          "long a delay lets the prefix lie. How far a tile looks back depends on who was faster, "
          "and with it the order of additions: floating sums are not reproducible from run to "
          "run. "
          "clear=fill needs a second operation in the stream, clear=self a count at the end of "
          "each block, and one block that clears 8 bytes a tile.",
      .source =
          "D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, "
          "NVR-2016-002; the delays: catalogue S8, after those of CUB's agents",
      .types = all_element_types(),
      .axes = config_axes(),
      .constraints = {tile_fits_shared_memory(method_of),
                      {"delay_ns is 0 with delay=none, and above 0 with the other delays",
                       [](const problem&, const config& how, const device_limits&) {
                         return (how.text("delay") == "none") == (how.integer("delay_ns") == 0);
                       }},
                      {"transfer=direct is the same as transposed where items=1",
                       [](const problem&, const config& how, const device_limits&) {
                         return how.integer("items") > 1 || how.text("transfer") == "transposed";
                       }}},
      .costs = {.bytes = "2*N*s + about 24*N/T, T = B*K, or 2*B*K with Blelloch's methods",
                .operations = "N adds more than the block method's, and 32 or more a tile",
                .synchronisation = "one launch, and a fill if clear=fill; N/T look-backs, which "
                                   "overlap"},
      .defects = defects(),
      .run_to_run_deterministic = false,
      .plan = plan_lookback,
      // At worst every tile adds to its predecessor's prefix.
      .rounding_depth =
          [](const problem& asked, const config& how, const device_limits&) {
            return tiling_of(how, method_of(how)).depth() +
                   static_cast<double>(grid_of(asked, how)) + 1;
          },
  };
}

}  // namespace warpmark::scan
