// The pipeline of R21, with tiles dealt out in the order in which blocks get to them.

#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/bulk_ring.hpp"
#include "variants/reduce/shared/grid_finish.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_dynamic(const problem& problem, const config& config,
                         const device_limits& limits) {
  plan_builder plan(problem);
  const std::uint64_t grid = resident_bulk_grid(problem, config, limits);
  const grid_finish finish = add_grid_finish(plan, config, grid);
  const std::size_t counter = plan.state("claimed_tiles", sizeof(std::uint32_t));
  launch_bulk_ring(
      plan,
      templates::bulk_pipeline{.block = config.integer("block"),
                               .stage_bytes = config.integer("stage_bytes"),
                               .stages = config.integer("stages"),
                               .Schedule = "reduce::claimed_tiles",
                               .Finish = finish.type},
      config, grid,
      {buffer_argument{finish.partials}, buffer_argument{finish.state}, buffer_argument{counter}});
  return plan.take();
}

// As many bytes in flight as bulk_pipeline has, by one block per multiprocessor.
std::vector<axis> axes_of_dynamic_tiles() {
  auto axes = resident_bulk_axes();
  for (auto& along : axes) {
    if (along.name == "blocks_per_sm") along.base = std::int64_t{1};
    if (along.name == "stages") along.base = std::int64_t{8};
  }
  return axes;
}

std::vector<constraint> constraints_of_dynamic_tiles() {
  auto constraints = resident_bulk_constraints();
  constraints.push_back({"it counts tiles in 32 bits: there are fewer than 2^31",
                         [](const problem& problem, const config& config, const device_limits&) {
                           return bulk_tiles(problem, config) < std::uint64_t{1} << 31;
                         }});
  return constraints;
}

// A block may take all tiles but the others' first ones.
double depth_of_dynamic(const problem& problem, const config& config, const device_limits& limits) {
  const std::uint64_t grid = resident_bulk_grid(problem, config, limits);
  return bulk_ring_depth(problem, config, bulk_tiles(problem, config) - grid + 1, grid);
}

// Each block claims once per tile and once more, and all finish.
predicted_count atomics_of_dynamic(const problem& problem, const config& config) {
  const predicted_count grid = unbounded_bulk_grid(problem, config);
  if (!grid || input_offset(problem) != 0) return {};
  const auto stage = static_cast<std::uint64_t>(config.integer("stage_bytes"));
  const std::uint64_t tiles = (input_bytes(problem) / 16 * 16 + stage - 1) / stage;
  return tiles + (finishes_by_flags(config) ? 1 : 2) * *grid;
}

}  // namespace

variant dynamic_tiles() {
  return {
      .family = "reduce",
      .name = "dynamic_tiles",
      .level = 24,
      .catalogue_id = "",
      .title = "ring of stages, tiles claimed from a counter",
      .summary =
          "bulk_pipeline gives each block an equal share of the tiles, so the slowest block "
          "decides "
          "the time. Here a block claims its next tile by an atomic on a counter when it has room "
          "for it, so that all blocks end within a few tiles of each other, even if some start "
          "late "
          "or get less of the memory's bandwidth. The claim runs while the tile before it is "
          "requested. The price is one atomic per tile, all on one address, and an order of the "
          "sum "
          "that timing decides.",
      .source =
          "aila-laine-2009, persistent threads that claim work from a counter; CUDA C++ "
          "Programming "
          "Guide, asynchronous bulk copies and mbarriers",
      .types = all_element_types(),
      .operators = commutative_operators(),
      .axes = axes_of_dynamic_tiles(),
      .constraints = constraints_of_dynamic_tiles(),
      .costs = {.bytes = "N*s + 2*G*s",
                .operations = "N, + G by one block",
                .synchronisation = "2 barriers in shared memory and one atomic per stage, one "
                                   "atomic or flag per block, one launch"},
      .predictions =
          {{"bytes in flight per SM", "blocks_per_sm * stages * stage_bytes"},
           one_launch(),
           {"global_atomic_requests",
            "T + 2*G, T tiles of full vectors (if G is not bounded by the device); T + G "
            "with finish=flags",
            atomics_of_dynamic}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_dynamic,
      .rounding_depth = depth_of_dynamic,
  };
}

}  // namespace warpmark::reduce
