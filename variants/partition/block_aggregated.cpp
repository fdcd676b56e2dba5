// P3: one claim per tile.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/end_counters.hpp"
#include "variants/partition/shared/templates.hpp"

namespace warpmark::partition {

namespace {

bool compacts(const config& config) { return config.text("place") == "shared"; }

std::uint64_t shared_bytes_of_runs(const problem& problem, const config& config) {
  return compacts(config) ? tile_of(config) * record_bytes(problem) : 0;
}

launch_plan plan_aggregated(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto counters = add_separate_counters(plan);
  launch_step& step = plan.launch_instance(
      templates::block_aggregated{.T = plan.key_spelling(),
                                  .Payload = plan.payload_spelling(),
                                  .Placing = compacts(config) ? "partition::compacted_in_shared"
                                                              : "partition::placed_directly",
                                  .block = block,
                                  .items = config.integer("items")},
      blocks_for(plan.n(), tile_of(config)), block, plan.arguments(counters));
  step.shape.dynamic_shared_bytes = shared_bytes_of_runs(problem, config);
  return plan.take();
}

std::optional<std::uint64_t> claims_of_tiles(const problem& problem, const config& config) {
  return claims_of_groups(problem, tile_of(config));
}

std::optional<std::uint64_t> barriers_of_tiles(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  return blocks_for(n, tile_of(config)) * (compacts(config) ? 3 : 2);
}

std::vector<axis> axes_of_block_aggregated() {
  return {tile_block_axis(),
          items_axis(8),
          {.name = "place",
           .summary = "how elements are stored: each by its thread, or as runs that are made in "
                      "shared memory first",
           .values = {"direct", "shared"},
           .base = "shared"}};
}

}  // namespace

variant block_aggregated() {
  return {
      .family = "partition",
      .name = "block_aggregated",
      .level = 3,
      .catalogue_id = "P3",
      .title = "counts of warps scanned in the block, one claim per tile",
      .summary =
          "As warp_ballot_atomic, but the counts of a block's warps are scanned in shared memory, "
          "and one thread claims the output ranges of the full tile: block*items elements per pair "
          "of atomics, so that memory is the bottleneck and not the atomics. With place=shared a "
          "tile's left and right parts become runs in shared memory before they are stored, so "
          "that a warp writes 32 neighbours whatever the selectivity. Elements keep their order "
          "within a tile only.",
      .source = "catalogue P3; warp-aggregated atomics (A. Adinetz, NVIDIA, 2014), one level up",
      .types = partitioned_types(),
      .axes = axes_of_block_aggregated(),
      .constraints = {makes_two_parts(),
                      {"place=shared: a tile fits the shared memory of a block, less 1 KiB",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         return shared_bytes_of_runs(problem, config) + 1024 <=
                                limits.max_shared_bytes_per_block_optin;
                       }}},
      .costs = {.bytes = "2*N*s",
                .operations = "2 ballots per 32 elements, a scan of B/32 counts per tile",
                .synchronisation = "2*N/T atomics on two addresses, T = B*items; 2 barriers per "
                                   "tile, 3 with place=shared; a fill of each counter"},
      .predictions = {one_launch(),
                      {"global_atomic_requests",
                       "2*ceil(N/T) if each tile has elements of both sides (dist=alternating); "
                       "half of that for dist=constant",
                       claims_of_tiles},
                      {"block_barriers", "2*G; 3*G with place=shared", barriers_of_tiles}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_aggregated,
  };
}

}  // namespace warpmark::partition
