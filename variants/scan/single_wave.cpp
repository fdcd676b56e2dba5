// One tile per block, and one trip through L2 between them. Wins where latency is all.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/templates.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::scan {

namespace {

constexpr std::uint32_t posting_threads = 32;

std::vector<axis> axes_of_single_wave() {
  axis block = block_axis(false);
  block.summary = "threads that scan; one more warp posts and sums";
  block.values = {std::int64_t{64}, std::int64_t{128}, std::int64_t{256}, std::int64_t{512}};
  block.max = 992;
  return {block, rows_axis(2), blocks_per_sm_axis(1)};
}

launch_plan plan_single_wave(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const std::uint64_t grid = tiles_of_single_wave(problem, config);
  const std::uint64_t places = grid * grid;
  const bool one_word = plan.value_bytes() == 4;
  const std::size_t state = plan.state("rows_of_posts", places * (one_word ? 8 : 4));
  const std::size_t posted = plan.scratch("posted", one_word ? 0 : places);
  launch_step& step = plan.launch(
      templates::single_wave{.inclusive = plan.inclusive(),
                             .block = config.integer("block"),
                             .rows = config.integer("rows"),
                             .blocks_per_sm = config.integer("blocks_per_sm")},
      grid, static_cast<std::uint32_t>(config.integer("block")) + posting_threads, plan.input(),
      plan.output(), plan.n(), {buffer_argument{state}, buffer_argument{posted}});
  step.shape.cooperative = true;  // the driver rejects a grid that is not resident
  return plan.take();
}

}  // namespace

variant single_wave() {
  return {
      .family = "scan",
      .name = "single_wave",
      .level = 12,
      .catalogue_id = "",
      .title = "a resident grid of one tile per block, totals posted to every later block",
      .summary =
          "Each block scans one tile in registers, and posts its total, with a flag in the same "
          "word, to a row of places of every block after it. A block reads and clears its own row: "
          "no ticket, no shared board, nothing that the last block has to do. The row is fetched "
          "into L2 while the elements are on their way, so that no poll waits for memory. For "
          "inputs of at most one tile per resident block; the posts grow with the square of the "
          "grid. The order of the sums depends on the config alone.",
      .source =
          "all-to-all of the totals, as in MPI; flags packed with values as in D. Merrill, M. "
          "Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), section 4.2",
      .types = all_element_types(),
      .axes = axes_of_single_wave(),
      .constraints = {all_blocks_are_resident(posting_threads), every_tile_has_a_block()},
      .costs = {.bytes = "2*N*s; 8*G^2 posted through L2",
                .operations = "about 3*N operations",
                .synchronisation = "2 barriers per block, one post and one gather, one launch"},
      .predictions = {one_launch(), no_global_atomics(), barriers_of_single_wave()},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_single_wave,
      .rounding_depth = wave_rounding_depth,
  };
}

}  // namespace warpmark::scan
