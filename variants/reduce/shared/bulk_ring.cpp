#include "variants/reduce/shared/bulk_ring.hpp"

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/reduce/shared/grid_finish.hpp"

namespace warpmark::reduce {
namespace {

// The warp that requests the stages.
constexpr std::uint32_t requesting_threads = 32;
constexpr std::uint64_t vector_bytes = 16;

}  // namespace

std::vector<axis> bulk_ring_axes() {
  axis block = block_axis(false);
  block.summary = "threads that compute; one more warp requests the stages";
  block.max = 992;
  block.values.pop_back();
  return {
      block,
      {.name = "stage_bytes",
       .summary = "bytes per stage of the ring, filled by one bulk copy",
       .values = {std::int64_t{4096}, std::int64_t{8192}, std::int64_t{16384}, std::int64_t{32768}},
       .base = std::int64_t{16384},
       .min = 512,
       .max = 65536,
       .multiple_of = 512},
      {.name = "stages",
       .summary = "stages of the ring in shared memory",
       .values = {std::int64_t{2}, std::int64_t{3}, std::int64_t{4}, std::int64_t{6},
                  std::int64_t{8}},
       .base = std::int64_t{4},
       .min = 1,
       .max = 32}};
}

std::vector<constraint> bulk_ring_constraints() {
  return {needs_architecture(90),
          {"all threads take equally many vectors of a stage: stage_bytes a multiple of 16 * block",
           [](const problem&, const config& config, const device_limits&) {
             return value_of(config, "stage_bytes") % (vector_bytes * value_of(config, "block")) ==
                    0;
           }},
          {"a ring of stage_bytes * stages, and 2 KiB more, must fit the shared memory of a block",
           [](const problem&, const config& config, const device_limits& limits) {
             return value_of(config, "stage_bytes") * value_of(config, "stages") + 2048 <=
                    limits.max_shared_bytes_per_block_optin;
           }}};
}

std::vector<axis> resident_bulk_axes() {
  auto axes = bulk_ring_axes();
  axes.insert(axes.begin() + 1, blocks_per_sm_axis(2));
  axes.push_back(grid_finish_axis(false));
  return axes;
}

std::vector<constraint> resident_bulk_constraints() {
  auto constraints = bulk_ring_constraints();
  for (auto& rule : grid_finish_constraints(false)) constraints.push_back(std::move(rule));
  return constraints;
}

std::uint64_t bulk_tiles(const problem& problem, const config& config) {
  return blocks_for(input_bytes(problem), value_of(config, "stage_bytes"));
}

std::uint64_t resident_bulk_grid(const problem& problem, const config& config,
                                 const device_limits& limits) {
  const std::uint64_t max_grid =
      value_of(config, "blocks_per_sm") * static_cast<std::uint64_t>(limits.multiprocessors);
  return std::min(max_grid, bulk_tiles(problem, config));
}

void launch_bulk_ring(plan_builder& plan, const operator_kernel& kernel, const config& config,
                      std::uint64_t grid, std::vector<kernel_argument> more) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  launch_step& step = plan.launch(kernel, grid, block + requesting_threads, plan.input(),
                                  plan.output(), plan.n(), std::move(more));
  step.shape.dynamic_shared_bytes = value_of(config, "stage_bytes") * value_of(config, "stages");
}

double bulk_ring_depth(const problem& problem, const config& config, std::uint64_t max_tiles,
                       std::uint64_t max_blocks) {
  const auto type = element_type_of(problem);
  const std::uint64_t vectors =
      value_of(config, "stage_bytes") / vector_bytes / value_of(config, "block");
  // An accumulator takes one vector per tile; then the accumulators, both ends, the block, the
  // blocks.
  return static_cast<double>(max_tiles * (vector_bytes / size_bytes(type)) + vectors + 2 + 10 +
                             max_blocks / value_of(config, "block") + 11);
}

std::optional<std::uint64_t> unbounded_bulk_grid(const problem& problem, const config& config) {
  const std::uint64_t tiles = bulk_tiles(problem, config);
  if (tiles > value_of(config, "blocks_per_sm") * 4) return std::nullopt;
  return tiles;
}

}  // namespace warpmark::reduce
