// P5, the fast form: counts of tiles run ahead of stores. The top level.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/partition/shared/plan_builder.hpp"
#include "variants/partition/shared/templates.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::partition {

namespace {

// One warp each to request tiles, to post and to gather.
constexpr std::uint32_t control_threads = 96;

std::uint64_t value_of(const config& config, const char* name) {
  return static_cast<std::uint64_t>(config.integer(name));
}

std::uint64_t ring_bytes(const problem& problem, const config& config) {
  return scan::vector_tile_elements(problem, config) * record_bytes(problem) *
         value_of(config, "stages");
}

launch_plan plan_lookahead(const problem& problem, const config& config,
                           const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::uint64_t grid = scan::resident_grid(problem, config, limits);
  const std::size_t state = plan.state(
      "ticket_and_boards",
      scan::wave_state_bytes(grid, value_of(config, "ahead") + 1, sizeof(std::uint32_t)));
  launch_step& step = plan.launch_instance(
      templates::decoupled_lookahead{.T = plan.key_spelling(),
                                     .Payload = plan.payload_spelling(),
                                     .block = block,
                                     .rows = config.integer("rows"),
                                     .stages = config.integer("stages"),
                                     .ahead = config.integer("ahead"),
                                     .blocks_per_sm = config.integer("blocks_per_sm")},
      grid, block + control_threads,
      plan.arguments({buffer_argument{plan.counts()}, buffer_argument{state}}));
  step.shape.dynamic_shared_bytes = ring_bytes(problem, config);
  step.shape.cooperative = true;  // the driver rejects a grid that is not resident
  return plan.take();
}

std::vector<axis> axes_of_lookahead() {
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

std::vector<constraint> config_constraints() {
  return {makes_two_parts(),
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

std::uint64_t tiles_of(const problem& problem, const config& config) {
  const std::uint64_t tile = scan::vector_tile_elements(problem, config);
  return (static_cast<std::uint64_t>(problem.integer("n")) + tile - 1) / tile;
}

// For an input with one block per tile on any device: none since compute capability 8.0 has fewer
// than 4 multiprocessors.
predicted_count blocks_of_one_wave(const problem& problem, const config& config) {
  if (tiles_of(problem, config) > 4 * value_of(config, "blocks_per_sm")) return {};
  return std::max<std::uint64_t>(1, tiles_of(problem, config));
}

predicted_count barriers_of_lookahead(const problem& problem, const config& config) {
  const predicted_count blocks = blocks_of_one_wave(problem, config);
  return blocks ? predicted_count(2 * *blocks) : predicted_count();
}

// A warp scans its lanes' counts, four rows per word, and broadcasts each row's total. One warp
// adds the warps' counts to post them; another scans them, reduces twice what it has gathered, and
// broadcasts 64 bits.
predicted_count shuffles_of_lookahead(const problem& problem, const config& config) {
  const std::uint64_t rows = value_of(config, "rows");
  const std::uint64_t of_tile = value_of(config, "block") / 32 * (5 * ((rows + 3) / 4) + rows) + 22;
  return tiles_of(problem, config) * of_tile;
}

predicted_count load_sectors(const problem& problem, const config& config) {
  const bool one_tile =
      input_offset(problem) == 0 && static_cast<std::uint64_t>(problem.integer("n")) ==
                                        scan::vector_tile_elements(problem, config);
  return one_tile ? predicted_count(0) : predicted_count();
}

}  // namespace

variant decoupled_lookahead() {
  return {
      .family = "partition",
      .name = "decoupled_lookahead",
      .level = 7,
      .catalogue_id = "P5",
      .title = "decoupled look-ahead: bulk copies, counts ahead of stores",
      .summary =
          "The structure of scan/decoupled_lookahead: a resident grid processes the tiles in "
          "waves, bulk copies load them into a ring in shared memory, and three warps request "
          "tiles, post how many elements of a tile go left, and gather the counts before it. The "
          "other warps split a tile as soon as it has arrived, each its own part of it and in "
          "place: the elements that go left to the beginning, the others to the end. `ahead` tiles "
          "later, when every block has had time to post, they store these two runs. Indices on the "
          "left follow from the counts before; those on the right are counted from the output's "
          "end, so no total is needed first: elements that go left keep their order, and the "
          "others are reversed, as in CUB. Every element is read and written once, by one launch "
          "that restores its state.",
      .source =
          "catalogue P5 and S9; D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with "
          "Decoupled Look-back, NVR-2016-002; the order of cub::DevicePartition",
      .types = partitioned_types(),
      .axes = axes_of_lookahead(),
      .constraints = config_constraints(),
      .costs = {.bytes = "2*N*s; 8*G^2 from L2 per wave of G tiles",
                .operations =
                    "2 comparisons per element; one scan of counts over the lanes per 4 rows",
                .synchronisation =
                    "4 barriers in shared memory and one gather per tile, one launch"},
      .predictions =
          {one_launch(),
           {"global_atomic_requests", "G, on the ticket (one wave)", blocks_of_one_wave},
           {"block_barriers", "2*G (one wave)", barriers_of_lookahead},
           {"shuffles", "(5*ceil(rows/4) + rows)*B/32 + 22 per tile", shuffles_of_lookahead},
           {"global_load_sectors",
            "0 for one full tile: bulk copies are no requests; else the reads of the boards",
            load_sectors},
           {"bytes in flight per SM",
            "blocks_per_sm * (stages - ahead - 1) * B * rows * 16, and payloads"}},
      .reproducible = determinism::gpu_to_gpu,
      .selected_in_order = true,
      .plan = plan_lookahead,
  };
}

}  // namespace warpmark::partition
