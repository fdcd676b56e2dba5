// S9: loads and totals run ahead of the prefixes. The top level for large inputs.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/templates.hpp"
#include "variants/scan/shared/wave_predictions.hpp"
#include "variants/scan/shared/waves.hpp"

namespace warpmark::scan {

namespace {

// One warp each to request tiles, to post and to gather.
constexpr std::uint32_t control_threads = 96;

launch_plan plan_lookahead(const problem& problem, const config& config,
                           const device_limits& limits) {
  plan_builder plan(problem);
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto ahead = static_cast<std::uint64_t>(config.integer("ahead"));
  const std::uint64_t grid = resident_grid(problem, config, limits);
  const std::size_t state =
      plan.state("ticket_and_boards", wave_state_bytes(grid, ahead + 1, plan.value_bytes()));
  const std::size_t posted =
      plan.scratch("posted", posts_in_one_word(plan.value_bytes()) ? 0 : 2 * (ahead + 1) * grid);
  launch_step& step =
      plan.launch(templates::decoupled_lookahead{.inclusive = plan.inclusive(),
                                                 .block = block,
                                                 .rows = config.integer("rows"),
                                                 .stages = config.integer("stages"),
                                                 .ahead = ahead,
                                                 .Hold = "scan::in_" + config.text("hold"),
                                                 .blocks_per_sm = config.integer("blocks_per_sm")},
                  grid, block + control_threads, plan.input(), plan.output(), plan.n(),
                  {buffer_argument{state}, buffer_argument{posted}});
  step.shape.dynamic_shared_bytes =
      vector_tile_bytes(config) * static_cast<std::uint64_t>(config.integer("stages"));
  step.shape.cooperative = true;  // the driver rejects a grid that is not resident
  return plan.take();
}

std::vector<axis> axes_of_lookahead() {
  axis block = block_axis(false);
  block.summary = "threads that compute; three more warps request, post and gather";
  block.base = std::int64_t{512};
  block.max = 928;
  block.values.pop_back();
  axis per_sm = blocks_per_sm_axis(1);
  per_sm.max = 16;
  return {block,
          rows_axis(4),
          {.name = "stages",
           .summary = "tiles of the ring in shared memory",
           .values = {std::int64_t{3}, std::int64_t{4}, std::int64_t{6}, std::int64_t{8}},
           .base = std::int64_t{6},
           .min = 1,
           .max = 32},
          {.name = "ahead",
           .summary = "tiles that a block reduces before it stores the first",
           .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}},
           .base = std::int64_t{2},
           .min = 1,
           .max = 8},
          {.name = "hold",
           .summary = "where a tile is held between its reduction and its scan",
           .values = {"ring", "registers"},
           .base = "ring"},
          per_sm};
}

std::vector<constraint> config_constraints() {
  return {needs_architecture(90),
          all_blocks_are_resident(control_threads),
          {"hold=ring: the ring has the tiles from the one being reduced to the one being stored, "
           "and one in flight: stages >= ahead + 2",
           [](const problem&, const config& config, const device_limits&) {
             return config.text("hold") != "ring" ||
                    config.integer("stages") >= config.integer("ahead") + 2;
           }},
          {"rings of block * rows * 16 * stages bytes, and 2 KiB more, must fit the shared memory "
           "of a block and of a multiprocessor",
           [](const problem&, const config& config, const device_limits& limits) {
             constexpr std::uint64_t besides = 2048;
             const std::uint64_t ring =
                 vector_tile_bytes(config) * static_cast<std::uint64_t>(config.integer("stages"));
             return ring + besides <= limits.max_shared_bytes_per_block_optin &&
                    (ring + besides) *
                            static_cast<std::uint64_t>(config.integer("blocks_per_sm")) <=
                        limits.shared_bytes_per_multiprocessor;
           }}};
}

// The computing warps reduce a tile in 5 steps, and later scan its rows over the lanes in 5 steps,
// shift each, and broadcast its total. One warp reduces the warps' totals to post them; another
// scans and shifts them, reduces twice what it has gathered, and broadcasts it.
std::uint64_t shuffles_of_lookahead(const config& config) {
  return static_cast<std::uint64_t>(config.integer("block") / 32 *
                                    (5 + 7 * config.integer("rows"))) +
         5 + 6 + 10 + 1;
}

std::vector<counter_prediction> predictions_of_lookahead() {
  auto all = predictions_of({.ahead =
                                 [](const config& config) {
                                   return static_cast<std::uint64_t>(config.integer("ahead")) + 1;
                                 },
                             .shuffles = shuffles_of_lookahead,
                             .shuffles_formula = "(5 + 7*rows)*B/32 + 22",
                             .barriers_per_tile = 0,
                             .barriers_per_block = 2,
                             .barriers_formula = "2*G",
                             .loads_by_bulk_copy = true,
                             .posts_last_tile = false});
  all.push_back({"bytes in flight per SM",
                 "blocks_per_sm * stages * B * rows * 16, of which hold=ring keeps ahead + 1 "
                 "stages"});
  return all;
}

}  // namespace

variant decoupled_lookahead() {
  return {
      .family = "scan",
      .name = "decoupled_lookahead",
      .level = 9,
      .catalogue_id = "S9",
      .title = "decoupled look-ahead: bulk copies, totals ahead of results",
      .summary =
          "A resident grid processes the tiles in waves. Bulk copies load them into a ring in "
          "shared memory, so that memory is busy whatever the threads do. The computing warps "
          "reduce a tile as soon as it has arrived, and scan and store it `ahead` tiles later; in "
          "between it is held in the ring or in registers. Three warps request tiles, post their "
          "totals, and gather the totals before them, which by then every block has had time to "
          "post. So neither the latency of memory nor that of the other blocks is exposed, and the "
          "warps of a block never all stop at once. Every element is read and written once; the "
          "order of the sums is fixed for a fixed grid.",
      .source =
          "catalogue S9; related to the warp-specialised scan of NVIDIA/cccl; CUDA C++ Programming "
          "Guide, asynchronous bulk copies",
      .types = all_element_types(),
      .axes = axes_of_lookahead(),
      .constraints = config_constraints(),
      .costs = {.bytes = "2*N*s; 8*G^2 from L2 per wave of G tiles",
                .operations = "about 4*N operations",
                .synchronisation =
                    "4 barriers in shared memory and one gather per tile, one launch"},
      .predictions = predictions_of_lookahead(),
      .reproducible = determinism::run_to_run,
      .plan = plan_lookahead,
      .rounding_depth = wave_rounding_depth,
  };
}

}  // namespace warpmark::scan
