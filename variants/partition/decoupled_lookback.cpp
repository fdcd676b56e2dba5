// P5: one pass, in which tiles look back over the counts of the tiles before them.

#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/partition/shared/templates.hpp"
#include "variants/scan/shared/templates.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::partition {

namespace {

bool clears_itself(const config& config) { return config.text("clear") == "self"; }

std::uint64_t grid_of(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("n")),
                    scan::vector_tile_elements(problem, config));
}

std::uint64_t shared_bytes_of_lookback(const problem& problem, const config& config) {
  return scan::vector_tile_elements(problem, config) * record_bytes(problem);
}

type_argument delay_of(const config& config) {
  const std::int64_t ns = config.integer("delay_ns");
  if (ns == 0) return "scan::no_delay";
  return scan::templates::fixed_delay{.ns = ns};
}

launch_plan plan_lookback(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = grid_of(problem, config);
  constexpr std::size_t counters = 32;  // bytes: statuses begin at a sector
  const std::size_t bytes = counters + grid * sizeof(std::uint64_t);
  const std::size_t statuses =
      clears_itself(config) ? plan.state("statuses", bytes) : plan.zeroed("statuses", bytes);
  launch_step& step = plan.launch_instance(
      templates::decoupled_lookback{.T = plan.key_spelling(),
                                    .Payload = plan.payload_spelling(),
                                    .Delay = delay_of(config),
                                    .clears = clears_itself(config),
                                    .block = block,
                                    .rows = config.integer("rows")},
      grid, block, plan.arguments({buffer_argument{plan.counts()}, buffer_argument{statuses}}));
  step.shape.dynamic_shared_bytes = shared_bytes_of_lookback(problem, config);
  return plan.take();
}

std::vector<axis> axes_of_lookback() {
  axis block = tile_block_axis();
  axis rows = scan::rows_axis(4);
  rows.summary = "vectors of 16 bytes that a thread splits at a time";
  return {block,
          rows,
          {.name = "delay_ns",
           .summary = "duration of a sleep between two polls of counts that are not all available",
           .values = {std::int64_t{0}, std::int64_t{100}, std::int64_t{300}, std::int64_t{1000}},
           .base = std::int64_t{0},
           .min = 0,
           .max = 10000},
          {.name = "clear",
           .summary = "how the statuses are cleared: by a fill before the kernel, or by the last "
                      "block to finish",
           .values = {"fill", "self"},
           .base = "self"}};
}

predicted_count atomics_of_lookback(const problem& problem, const config& config) {
  return grid_of(problem, config) * (clears_itself(config) ? 2 : 1);
}

predicted_count barriers_of_lookback(const problem& problem, const config& config) {
  return grid_of(problem, config) * (clears_itself(config) ? 4 : 3);
}

}  // namespace

variant decoupled_lookback() {
  return {
      .family = "partition",
      .name = "decoupled_lookback",
      .level = 5,
      .catalogue_id = "P5",
      .title = "decoupled look-back: tiles add up their predecessors' counts",
      .summary =
          "One kernel reads and writes every element once. A tile's warps split their elements in "
          "shared memory; its count goes to a word that all tiles after it can read; one warp adds "
          "the counts before it, back to the nearest tile with an inclusive prefix; then each warp "
          "stores two runs. Elements that go left keep their order. Those that go right are "
          "written from the output's end backwards, so that the total is not needed, and are in "
          "reverse order. Tiles are numbered in the order in which blocks start: unlike "
          "decoupled_lookahead it runs on any device, concurrently with other work.",
      .source =
          "D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, "
          "NVR-2016-002; the order of cub::DevicePartition",
      .types = partitioned_types(),
      .axes = axes_of_lookback(),
      .constraints = {makes_two_parts(),
                      counts_in_32_bits(),
                      {"a tile's elements and payloads must fit the shared memory of a block, less "
                       "1 KiB",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         return shared_bytes_of_lookback(problem, config) + 1024 <=
                                limits.max_shared_bytes_per_block_optin;
                       }}},
      .costs = {.bytes = "2*N*s + about 24*N/T, T = B*rows*16/s",
                .operations =
                    "2 comparisons per element; one scan of counts over the lanes per 4 rows",
                .synchronisation = "one launch, and a fill if clear=fill; N/T look-backs, which "
                                   "overlap"},
      .predictions = {one_launch(),
                      {"global_atomic_requests", "G on the counter of tiles; G more if clear=self",
                       atomics_of_lookback},
                      {"block_barriers", "3*G, or 4*G if clear=self", barriers_of_lookback},
                      {"loads of statuses", "at least min(tile, 32) per tile"}},
      .reproducible = determinism::gpu_to_gpu,
      .selected_in_order = true,
      .plan = plan_lookback,
  };
}

}  // namespace warpmark::partition
