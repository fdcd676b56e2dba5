// P4: count, scan, scatter. Stable on both sides.

#include "variants/contract/composed_plan.hpp"
#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/partition/shared/templates.hpp"
#include "variants/registry.hpp"

namespace warpmark::partition {

namespace {

constexpr const char* scanner = "scan/all_gather";

std::uint64_t shared_bytes_of_scatter(const problem& problem, const config& config) {
  return tile_of(config) * record_bytes(problem);
}

// The exclusive scan of the tiles' counts, by the scanner's base config.
launch_plan plan_of_scan(std::uint64_t tiles, const device_limits& limits) {
  const variant& scan = *built_in_registry().find_variant(scanner);
  problem problem;
  for (const auto& along : scan.contract->axes) problem.set(along.name, along.base);
  problem.set("type", "u64");
  problem.set("n", static_cast<std::int64_t>(tiles));
  problem.set("kind", "exclusive");
  config config;
  for (const auto& along : scan.axes) config.set(along.name, along.base);
  return scan.plan(problem, config, limits);
}

launch_plan plan_scatter(const problem& problem, const config& config,
                         const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t tiles = blocks_for(plan.n(), tile_of(config));
  const std::size_t counted = plan.scratch_bytes("tile_left", tiles * sizeof(std::uint64_t));
  const std::size_t before = plan.scratch_bytes("left_before", tiles * sizeof(std::uint64_t));
  const auto all = plan.arguments(
      {buffer_argument{plan.counts()}, buffer_argument{counted}, buffer_argument{before}});
  plan.launch_instance(
      templates::count_tiles{
          .T = plan.key_spelling(), .block = block, .items = config.integer("items")},
      tiles, block, {all[0], all[4], all[5], buffer_argument{counted}});
  launch_step& scatter =
      plan.launch_instance(templates::scatter_tiles{.T = plan.key_spelling(),
                                                    .Payload = plan.payload_spelling(),
                                                    .Placing = "partition::compacted_in_shared",
                                                    .block = block,
                                                    .items = config.integer("items")},
                           tiles, block, all);
  scatter.shape.dynamic_shared_bytes = shared_bytes_of_scatter(problem, config);
  launch_plan whole = plan.take();
  plan_step last = std::move(whole.steps.back());
  whole.steps.pop_back();
  append_plan(whole, plan_of_scan(tiles, limits), {{"input", counted}, {"output", before}});
  whole.steps.push_back(std::move(last));
  return whole;
}

}  // namespace

variant scan_scatter() {
  return with_dependent_launches({
      .family = "partition",
      .name = "scan_scatter",
      .level = 4,
      .catalogue_id = "P4",
      .title = "count, scan, scatter",
      .summary =
          "Three launches: how many elements of each tile go left; the exclusive scan of these "
          "counts, by scan/all_gather; and each tile, read again, moved to its output ranges, "
          "which it knows on both sides. The elements are read twice, since comparing them again "
          "is cheaper than storing flags. For a third more traffic it is stable on both sides. A "
          "single pass cannot be, unless the elements that go right wait until all have been "
          "counted.",
      .source = "catalogue P4; G. Blelloch, Prefix Sums and Their Applications (1990), split",
      .types = partitioned_types(),
      .axes = {tile_block_axis(), items_axis(8)},
      .constraints = {makes_two_parts(),
                      {"a tile fits the shared memory of a block, less 1 KiB",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         return shared_bytes_of_scatter(problem, config) + 1024 <=
                                limits.max_shared_bytes_per_block_optin;
                       }}},
      .costs = {.bytes = "3*N*s + 40*N/T, T = B*items",
                .operations = "2*N comparisons, 2 ballots per 32 elements",
                .synchronisation = "3 launches, one of them a scan of N/T counts"},
      .predictions = {{"launches", "3", [](const problem&, const config&) { return 3; }}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_scatter,
  });
}

}  // namespace warpmark::partition
