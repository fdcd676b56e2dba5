// R21: loads in flight take no registers. Bulk copies by each multiprocessor's copy engine.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/plan_builder.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

// The warp that requests the stages.
constexpr std::uint32_t asking_threads = 32;
constexpr std::uint64_t vector_bytes = 16;

std::uint64_t value_of(const config& config, const char* name) {
  return static_cast<std::uint64_t>(config.integer(name));
}

std::uint64_t grid_of_stages(const problem& problem, const config& config,
                             const device_limits& limits) {
  const std::uint64_t most =
      value_of(config, "blocks_per_sm") * static_cast<std::uint64_t>(limits.multiprocessors);
  return std::min(most, blocks_for(input_bytes(problem), value_of(config, "stage_bytes")));
}

launch_plan plan_bulk(const problem& problem, const config& config, const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = grid_of_stages(problem, config, limits);
  const std::size_t partials = plan.scratch("partials", grid);
  const std::size_t ticket = plan.state("ticket", sizeof(std::uint32_t));
  launch_step& step =
      plan.launch(templates::bulk_pipeline{.block = block,
                                           .stage_bytes = config.integer("stage_bytes"),
                                           .stages = config.integer("stages")},
                  grid, block + asking_threads, plan.input(), plan.output(), plan.n(),
                  {buffer_argument{partials}, buffer_argument{ticket}});
  step.shape.dynamic_shared_bytes = value_of(config, "stage_bytes") * value_of(config, "stages");
  return plan.take();
}

std::vector<axis> axes_of_bulk_pipeline() {
  axis block = block_axis(false);
  block.summary = "threads that compute; one more warp requests the stages";
  block.max = 992;
  block.values.pop_back();
  return {
      block,
      blocks_per_sm_axis(2),
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

std::vector<constraint> constraints_of_bulk_pipeline() {
  return {{"all threads take equally many vectors of a stage: stage_bytes a multiple of 16 * block",
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

double depth_of_bulk(const problem& problem, const config& config, const device_limits& limits) {
  const std::uint64_t grid = grid_of_stages(problem, config, limits);
  const auto type = element_type_of(problem);
  const std::uint64_t turns =
      blocks_for(input_bytes(problem), value_of(config, "stage_bytes") * grid);
  const std::uint64_t vectors =
      value_of(config, "stage_bytes") / vector_bytes / value_of(config, "block");
  // An accumulator takes one vector per turn; then the accumulators, both ends, the block, the
  // blocks.
  return static_cast<double>(turns * (vector_bytes / size_bytes(type)) + vectors + 2 + 10 +
                             grid / value_of(config, "block") + 11);
}

}  // namespace

variant bulk_pipeline() {
  return {
      .family = "reduce",
      .name = "bulk_pipeline",
      .level = 21,
      .catalogue_id = "R21",
      .title = "ring of stages filled by bulk asynchronous copies",
      .summary =
          "One lane requests kilobytes at a time, and the multiprocessor's copy engine loads them "
          "into a ring in shared memory; a barrier in shared memory counts the bytes that have "
          "arrived. So loads in flight take no registers and no load instructions, whatever the "
          "element type, and the computing warps only read shared memory. For 4- and 8-byte "
          "elements vector loads keep as much in flight; narrow elements and kernels short of "
          "registers gain. A copy begins at a multiple of 16 bytes: elements before and after are "
          "loaded one by one. The last block finishes, as in last_block.",
      .source =
          "CUDA C++ Programming Guide, asynchronous bulk copies and mbarriers (compute "
          "capability 9.0); catalogue section 2.4",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = axes_of_bulk_pipeline(),
      .constraints = constraints_of_bulk_pipeline(),
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N, + G by the last block",
                .synchronisation = "2 barriers in shared memory per stage, one fence and one "
                                   "atomic per block, one launch"},
      .predictions = {{"bytes in flight per SM", "blocks_per_sm * stages * stage_bytes"},
                      one_launch(),
                      {"global_atomic_requests", "G (if G is not bounded by the device)",
                       [](const problem& problem,
                          const config& config) -> std::optional<std::uint64_t> {
                         const std::uint64_t stages =
                             blocks_for(input_bytes(problem), value_of(config, "stage_bytes"));
                         if (stages > value_of(config, "blocks_per_sm") * 4) return std::nullopt;
                         return stages;
                       }}},
      .reproducible = determinism::run_to_run,
      .plan = plan_bulk,
      .rounding_depth = depth_of_bulk,
  };
}

}  // namespace warpmark::reduce
