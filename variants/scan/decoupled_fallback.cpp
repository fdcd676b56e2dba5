// Look-back that waits for no other block: what is missing, a block computes itself.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

namespace {

std::uint64_t tiles_of_fallback(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), tiling_of(config, method_of(config)).size());
}

launch_plan plan_fallback(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const tiling tiles = tiling_of(config, method_of(config));
  const std::uint64_t grid = tiles_of_fallback(problem, config);
  const std::size_t statuses = plan.zeroed("statuses", grid * 8);  // a word, or kind and claim
  kernel_argument values = scalar_argument::of(std::uint64_t{0});
  if (plan.value_bytes() != 4) values = buffer_argument{plan.scratch("published", 3 * grid)};
  plan.launch_instance(
      templates::decoupled_fallback{.Tile = tile_type(plan, tiles, plan.input(), plan.output()),
                                    .inclusive = plan.inclusive(),
                                    .polls = config.integer("spins")},
      grid, tiles.block,
      {plan.begin_of(plan.input()), plan.begin_of(plan.output()), scalar_argument::of(plan.n()),
       buffer_argument{statuses}, values});
  return plan.take();
}

// A single tile has no predecessor to poll.
predicted_count if_single_tile(const problem& problem, const config& config,
                               std::uint64_t predicted) {
  if (tiles_of_fallback(problem, config) > 1 || config.text("method") != "shuffle") return {};
  return predicted;
}

}  // namespace

variant decoupled_fallback() {
  return {
      .family = "scan",
      .name = "decoupled_fallback",
      .level = 9,
      .catalogue_id = "",
      .title = "decoupled fallback: look-back without a guarantee of forward progress",
      .summary =
          "decoupled_lookback ends only if the blocks that a block waits for make progress: on "
          "NVIDIA's cards resident blocks do, on other hardware a block that has started may be "
          "starved. Here a block that has read a predecessor's status in vain `spins` times "
          "reduces that predecessor's tile itself, all its threads together, and publishes the "
          "aggregate unless another block has done so. It does that at most once per predecessor, "
          "so every block ends whatever the others do, in whatever order they start: tiles are "
          "numbered by the block's index, without a ticket. Where statuses arrive in time it costs "
          "what look-back costs; few spins where they are late cost readings of tiles twice. Who "
          "reduces a tile depends on timing, so floating sums are not reproducible.",
      .source =
          "T. Smith, R. Levien, J. D. Owens, Decoupled Fallback: A Portable Single-Pass GPU Scan, "
          "SPAA 2025",
      .types = all_element_types(),
      .axes = {block_axis(true),
               items_axis(8),
               transfer_axis(),
               method_axis(),
               {.name = "spins",
                .summary = "readings of the statuses before a block reduces the tile of a missing "
                           "one itself",
                .values = {std::int64_t{1}, std::int64_t{4}, std::int64_t{16}, std::int64_t{64},
                           std::int64_t{256}},
                .base = std::int64_t{16},
                .min = 1,
                .max = 65536}},
      .constraints = {tile_fits_shared_memory(method_of), direct_differs_from_transposed()},
      .costs = {.bytes =
                    "2*N*s + about 24*N/T, T = B*K, or 2*B*K with Blelloch's methods; T*s more per "
                    "fallback",
                .operations =
                    "N adds more than the block method's, and 32 or more per tile; T more per "
                    "fallback",
                .synchronisation = "one launch and a fill; N/T look-backs, which overlap"},
      .predictions = {one_launch(),
                      {"global_atomic_requests", "one per fallback: 0 for a single tile",
                       [](const problem& problem, const config& config) {
                         return if_single_tile(problem, config, 0);
                       }},
                      {"block_barriers",
                       "3 per tile, and 3 per fallback (method=shuffle, one tile)",
                       [](const problem& problem, const config& config) {
                         return if_single_tile(problem, config, 3);
                       }}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_fallback,
      // At worst every tile adds to its predecessor's prefix. A fallback's reduction is as deep as
      // a thread's elements, and ten steps of a block.
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            const tiling tiles = tiling_of(config, method_of(config));
            const auto each = static_cast<double>(tiles.size() / tiles.block);
            return tiles.depth() + each + 10 +
                   static_cast<double>(tiles_of_fallback(problem, config)) + 1;
          },
  };
}

}  // namespace warpmark::scan
