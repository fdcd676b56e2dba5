// Tiles that the hardware deals out: blocks that run take over those that have not started.

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/bulk_ring.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

constexpr int first_architecture = 100;

launch_plan plan_launch_control(const problem& problem, const config& config,
                                const device_limits&) {
  plan_builder plan(problem);
  const std::uint64_t grid = bulk_tiles(problem, config);
  const std::size_t partials = plan.scratch("partials", grid);
  const std::size_t started = plan.state("started_blocks", 2 * sizeof(std::uint32_t));
  launch_bulk_ring(plan,
                   templates::cluster_launch_control{.block = config.integer("block"),
                                                     .stage_bytes = config.integer("stage_bytes"),
                                                     .stages = config.integer("stages")},
                   config, grid, {buffer_argument{partials}, buffer_argument{started}});
  plan.compile_for(first_architecture);
  return plan.take();
}

std::vector<constraint> constraints_of_launch_control() {
  auto constraints = bulk_ring_constraints();
  constraints.insert(constraints.begin(), needs_architecture(first_architecture));
  return constraints;
}

// One block may take all tiles, or each block its own.
double depth_of_launch_control(const problem& problem, const config& config, const device_limits&) {
  const std::uint64_t tiles = bulk_tiles(problem, config);
  return bulk_ring_depth(problem, config, tiles, tiles);
}

// No tile is taken over if any device runs all blocks at once.
predicted_count atomics_of_launch_control(const problem& problem, const config& config) {
  const std::uint64_t tiles = bulk_tiles(problem, config);
  return tiles <= 4 ? predicted_count(2 * tiles) : predicted_count();
}

}  // namespace

variant cluster_launch_control() {
  return {
      .family = "reduce",
      .name = "cluster_launch_control",
      .level = 25,
      .catalogue_id = "",
      .title = "ring of stages, tiles taken over by cluster launch control",
      .summary =
          "dynamic_tiles without a counter: the grid has one block per tile, and a running block "
          "asks the hardware to cancel a block that has not started, and takes over its tile. So "
          "the hardware's scheduler deals out the tiles, as it does where each block has one tile, "
          "but a block is set up once, and its ring stays full from one tile to the next. The "
          "answer arrives in shared memory while the tile before it is requested. Canceled blocks "
          "leave no trace, so the last block is found by counting tiles.",
      .source =
          "PTX ISA, clusterlaunchcontrol.try_cancel and query_cancel; CUDA C++ Programming Guide, "
          "cluster launch control (compute capability 10.0)",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = bulk_ring_axes(),
      .constraints = constraints_of_launch_control(),
      .costs = {.bytes = "N*s + 2*R*s, R the blocks that start",
                .operations = "N, + R by the last block",
                .synchronisation = "2 barriers in shared memory and one request to the scheduler "
                                   "per stage, 2 atomics and a fence per block that starts, one "
                                   "launch"},
      .predictions = {one_launch(),
                      {"global_atomic_requests",
                       "2 per block that starts: 2*T for T <= 4 tiles, which run at once",
                       atomics_of_launch_control}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_launch_control,
      .rounding_depth = depth_of_launch_control,
  };
}

}  // namespace warpmark::reduce
