#include "variants/partition/shared/lookahead.hpp"

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::partition {
namespace {

// One warp each to request tiles, to post and to gather.
constexpr std::uint32_t control_threads = 96;

std::uint64_t ring_bytes(const problem& problem, const config& config) {
  return scan::vector_tile_elements(problem, config) * record_bytes(problem) *
         value_of(config, "stages");
}

// For an input with one block per tile on any device: none since compute capability 8.0 has fewer
// than 4 multiprocessors.
predicted_count blocks_of_one_wave(const problem& problem, const config& config) {
  if (lookahead_tiles(problem, config) > 4 * value_of(config, "blocks_per_sm")) return {};
  return std::max<std::uint64_t>(1, lookahead_tiles(problem, config));
}

predicted_count barriers_of_lookahead(const problem& problem, const config& config) {
  const predicted_count blocks = blocks_of_one_wave(problem, config);
  return blocks ? predicted_count(2 * *blocks) : predicted_count();
}

}  // namespace

std::vector<axis> lookahead_axes() {
  axis block = tile_block_axis();
  block.summary = "threads that split and store; three more warps request, post and gather";
  block.base = std::int64_t{384};
  block.max = 928;
  block.values = {std::int64_t{128}, std::int64_t{256}, std::int64_t{384}, std::int64_t{512}};
  axis rows = scan::rows_axis(4);
  rows.summary = "vectors of 16 bytes that a thread splits at a time";
  axis per_sm = blocks_per_sm_axis(1);
  per_sm.values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}};
  per_sm.max = 16;
  return {block,
          rows,
          {.name = "stages",
           .summary = "tiles of the ring in shared memory",
           .values = {std::int64_t{4}, std::int64_t{5}, std::int64_t{6}, std::int64_t{8}},
           .base = std::int64_t{4},
           .min = 2,
           .max = 32},
          {.name = "ahead",
           .summary = "tiles that a block splits before it stores the first",
           .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{4}},
           .base = std::int64_t{2},
           .min = 1,
           .max = 8},
          per_sm};
}

std::vector<constraint> lookahead_constraints() {
  return {needs_architecture(90),
          scan::all_blocks_are_resident(control_threads),
          {"the ring has the tiles from the one being split to the one being stored, and one in "
           "flight: stages >= ahead + 2",
           [](const problem&, const config& config, const device_limits&) {
             return config.integer("stages") >= config.integer("ahead") + 2;
           }},
          {"rings of `stages` tiles, elements and payloads, and 2 KiB more, must fit the shared "
           "memory of a block and of a multiprocessor",
           [](const problem& problem, const config& config, const device_limits& limits) {
             const std::uint64_t needed = ring_bytes(problem, config) + 2048;
             return needed <= limits.max_shared_bytes_per_block_optin &&
                    needed * value_of(config, "blocks_per_sm") <=
                        limits.shared_bytes_per_multiprocessor;
           }}};
}

void launch_lookahead(plan_builder& plan, const template_instance& kernel, const problem& problem,
                      const config& config, const device_limits& limits,
                      std::vector<kernel_argument> more) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = scan::resident_grid(problem, config, limits);
  const std::size_t state = plan.state(
      "ticket_and_boards",
      scan::wave_state_bytes(grid, value_of(config, "ahead") + 1, sizeof(std::uint32_t)));
  more.insert(more.begin(), {buffer_argument{plan.counts()}, buffer_argument{state}});
  launch_step& step =
      plan.launch_instance(kernel, grid, block + control_threads, plan.arguments(std::move(more)));
  step.shape.dynamic_shared_bytes = ring_bytes(problem, config);
  step.shape.cooperative = true;  // the driver rejects a grid that is not resident
}

std::uint64_t lookahead_tiles(const problem& problem, const config& config) {
  const std::uint64_t tile = scan::vector_tile_elements(problem, config);
  return (static_cast<std::uint64_t>(problem.integer("n")) + tile - 1) / tile;
}

std::vector<counter_prediction> lookahead_predictions() {
  return {{"global_atomic_requests", "G, on the ticket (one wave)", blocks_of_one_wave},
          {"block_barriers", "2*G (one wave)", barriers_of_lookahead},
          {"bytes in flight per SM",
           "blocks_per_sm * (stages - ahead - 1) * B * rows * 16, and payloads"}};
}

}  // namespace warpmark::partition
