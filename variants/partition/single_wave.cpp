// One tile per block, and one trip through L2 between them. Wins where latency is all.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/partition/shared/templates.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::partition {

namespace {

launch_plan plan_single_wave(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const std::uint64_t grid = scan::tiles_of_single_wave(problem, config);
  const std::size_t state = plan.state("rows_of_posts", grid * grid * sizeof(std::uint64_t));
  launch_step& step = plan.launch_instance(
      templates::single_wave{.T = plan.key_spelling(),
                             .Payload = plan.payload_spelling(),
                             .block = config.integer("block"),
                             .rows = config.integer("rows"),
                             .blocks_per_sm = config.integer("blocks_per_sm")},
      grid, static_cast<std::uint32_t>(config.integer("block")),
      plan.arguments({buffer_argument{plan.counts()}, buffer_argument{state}}));
  step.shape.dynamic_shared_bytes =
      scan::vector_tile_elements(problem, config) * record_bytes(problem);
  step.shape.cooperative = true;  // the driver rejects a grid that is not resident
  return plan.take();
}

}  // namespace

variant single_wave() {
  axis rows = scan::rows_axis(2);
  rows.summary = "vectors of 16 bytes that a thread splits at a time";
  return {
      .family = "partition",
      .name = "single_wave",
      .level = 9,
      .catalogue_id = "",
      .title = "a resident grid of one tile per block, counts posted to every later block",
      .summary =
          "The structure of scan/single_wave: each block splits one tile in shared memory, and "
          "posts how many elements go left to a row of places of every block after it. A block "
          "reads and clears its own row, which is fetched into L2 while the elements are on their "
          "way. No tile is drawn from a counter, nothing is left for the last block. For inputs of "
          "at most one tile per resident block. Elements that go left keep their order; those that "
          "go right are in reverse order.",
      .source =
          "all-to-all of the counts, as in MPI; flags packed with values as in D. Merrill, M. "
          "Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), section 4.2",
      .types = partitioned_types(),
      .axes = {tile_block_axis(), rows, blocks_per_sm_axis(1)},
      .constraints =
          {makes_two_parts(),
           scan::all_blocks_are_resident(0),
           scan::every_tile_has_a_block(),
           {"the tiles of a multiprocessor, elements and payloads, and 2 KiB more per "
            "tile, must fit its shared memory",
            [](const problem& problem, const config& config, const device_limits& limits) {
              const std::uint64_t needed =
                  scan::vector_tile_elements(problem, config) * record_bytes(problem) + 2048;
              return needed <= limits.max_shared_bytes_per_block_optin &&
                     needed * static_cast<std::uint64_t>(config.integer("blocks_per_sm")) <=
                         limits.shared_bytes_per_multiprocessor;
            }}},
      .costs = {.bytes = "2*N*s; 8*G^2 posted through L2",
                .operations =
                    "2 comparisons per element; one scan of counts over the lanes per 4 rows",
                .synchronisation = "2 barriers per block, one post and one gather, one launch"},
      .predictions = {one_launch(), scan::no_global_atomics(), scan::barriers_of_single_wave()},
      .reproducible = determinism::gpu_to_gpu,
      .selected_in_order = true,
      .plan = plan_single_wave,
  };
}

}  // namespace warpmark::partition
