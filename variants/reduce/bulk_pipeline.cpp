// R21: loads in flight take no registers. Bulk copies by each multiprocessor's copy engine.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/bulk_ring.hpp"
#include "variants/reduce/shared/grid_finish.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_bulk(const problem& problem, const config& config, const device_limits& limits) {
  plan_builder plan(problem);
  const std::uint64_t grid = resident_bulk_grid(problem, config, limits);
  const grid_finish finish = add_grid_finish(plan, config, grid);
  const kernel_argument no_counter = scalar_argument::of(std::uint64_t{0});
  launch_bulk_ring(plan,
                   templates::bulk_pipeline{.block = config.integer("block"),
                                            .stage_bytes = config.integer("stage_bytes"),
                                            .stages = config.integer("stages"),
                                            .Schedule = "reduce::fixed_share",
                                            .Finish = finish.type},
                   config, grid,
                   {buffer_argument{finish.partials}, buffer_argument{finish.state}, no_counter});
  return plan.take();
}

double depth_of_bulk(const problem& problem, const config& config, const device_limits& limits) {
  const std::uint64_t grid = resident_bulk_grid(problem, config, limits);
  return bulk_ring_depth(problem, config, blocks_for(bulk_tiles(problem, config), grid), grid);
}

predicted_count atomics_of_bulk(const problem& problem, const config& config) {
  return finishes_by_flags(config) ? predicted_count(0) : unbounded_bulk_grid(problem, config);
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
          "loaded one by one. The blocks finish as in vectorised.",
      .source =
          "CUDA C++ Programming Guide, asynchronous bulk copies and mbarriers (compute "
          "capability 9.0); catalogue section 2.4",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = resident_bulk_axes(),
      .constraints = resident_bulk_constraints(),
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N, + G by one block",
                .synchronisation = "2 barriers in shared memory per stage, one atomic or flag per "
                                   "block, one launch"},
      .predictions = {{"bytes in flight per SM", "blocks_per_sm * stages * stage_bytes"},
                      one_launch(),
                      {"global_atomic_requests",
                       "G (if G is not bounded by the device); none with finish=flags",
                       atomics_of_bulk}},
      .reproducible = determinism::run_to_run,
      .plan = plan_bulk,
      .rounding_depth = depth_of_bulk,
  };
}

}  // namespace warpmark::reduce
