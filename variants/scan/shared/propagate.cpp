#include "variants/scan/shared/propagate.hpp"

#include <fmt/format.h>

#include "variants/contract/dependent_launches.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {
namespace {

// No buffer: a null pointer.
const scalar_argument none = scalar_argument::of(std::uint64_t{0});

struct level {
  std::size_t from, to;
  std::uint64_t count;
};

void add_tiles(plan_builder& plan, const tiling& tiles, const level& at, bool inclusive,
               const kernel_argument& totals) {
  plan.launch_instance(
      scan_of_tiles(tiles, {.Tile = tile_type(plan, tiles, at.from, at.to),
                            .inclusive = inclusive,
                            .seeded = false}),
      blocks_for(at.count, tiles.size()), tiles.block,
      {plan.begin_of(at.from), plan.begin_of(at.to), scalar_argument::of(at.count), totals, none});
}

// Scans from `at.from` to `at.to`; if that takes several tiles, the tiles' own scans go to
// `between` first.
void add_level(plan_builder& plan, const tiling& tiles, const level& at, std::size_t between,
               bool inclusive, int depth) {
  const std::uint64_t grid = blocks_for(at.count, tiles.size());
  if (grid == 1) return add_tiles(plan, tiles, at, inclusive, none);
  const std::size_t totals = plan.scratch(fmt::format("totals_{}", depth), grid);
  add_tiles(plan, tiles, {at.from, between, at.count}, inclusive, buffer_argument{totals});
  add_level(plan, tiles, {totals, totals, grid}, totals, false, depth + 1);
  plan.launch(templates::add_prefixes{.block = tiles.block, .tile_size = tiles.size()}, grid,
              tiles.block, between, at.to, at.count, {buffer_argument{totals}});
}

}  // namespace

void add_scan_then_propagate(plan_builder& plan, const problem& problem, const tiling& tiles) {
  const bool several = blocks_for(plan.n(), tiles.size()) > 1;
  const std::size_t between = several && !elements_hold_partials(problem)
                                  ? plan.scratch("tile_scans", plan.n())
                                  : plan.output();
  add_level(plan, tiles, {plan.input(), plan.output(), plan.n()}, between, plan.inclusive(), 0);
}

void add_scan_of_totals(plan_builder& plan, const tiling& tiles, std::size_t totals,
                        std::uint64_t count) {
  add_level(plan, tiles, {totals, totals, count}, totals, false, 1);
}

double propagate_rounding_depth(const tiling& tiles, std::uint64_t n) {
  double depth = tiles.depth();
  for (std::uint64_t grid = blocks_for(n, tiles.size()); grid > 1;
       grid = blocks_for(grid, tiles.size()))
    depth += tiles.depth() + 1;
  return depth;
}

variant made_of_tiles(variant described, block_method (*method_of)(const config&)) {
  described.plan = [method_of](const problem& problem, const config& config, const device_limits&) {
    plan_builder plan(problem);
    add_scan_then_propagate(plan, problem, tiling_of(config, method_of(config)));
    return plan.take();
  };
  described.reproducible = determinism::gpu_to_gpu;
  described.rounding_depth = [method_of](const problem& problem, const config& config,
                                         const device_limits&) {
    return propagate_rounding_depth(tiling_of(config, method_of(config)),
                                    static_cast<std::uint64_t>(problem.integer("n")));
  };
  return with_dependent_launches(std::move(described));
}

}  // namespace warpmark::scan
