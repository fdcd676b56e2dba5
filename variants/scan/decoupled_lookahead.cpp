// S9: loads run ahead of the hand-over of prefixes. The top rung for large inputs.

#include <algorithm>

#include <fmt/format.h>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/operators.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"

namespace warpmark::scan {

namespace {

constexpr std::uint64_t vector_bytes = 16;

std::uint64_t tile_bytes(const config& how) {
  return static_cast<std::uint64_t>(how.integer("block") * how.integer("rows")) * vector_bytes;
}

std::uint64_t grid_of(const problem& asked, const config& how, const device_limits& limits) {
  const std::uint64_t tile = tile_bytes(how) / size_bytes(element_type_of(asked));
  const auto resident =
      static_cast<std::uint64_t>(how.integer("blocks_per_sm") * limits.multiprocessors);
  return std::min(resident, blocks_for(static_cast<std::uint64_t>(asked.integer("n")), tile));
}

launch_plan plan_lookahead(const problem& asked, const config& how, const device_limits& limits) {
  plan_builder plan(asked);
  const auto block = static_cast<std::uint32_t>(how.integer("block"));
  const std::uint64_t grid = grid_of(asked, how, limits);
  const bool wide = plan.value_bytes() > 4;
  const std::size_t state = plan.state("ticket_and_board", 8 + grid * 2 * (wide ? 4 : 8));
  const std::size_t posted = plan.scratch("posted", wide ? 2 * grid : 0);
  launch_step& step =
      plan.launch("decoupled_lookahead",
                  {plan.inclusive() ? "true" : "false", fmt::to_string(block),
                   fmt::to_string(how.integer("rows")), fmt::to_string(how.integer("stages")),
                   fmt::to_string(how.integer("blocks_per_sm"))},
                  grid, block, plan.input(), plan.output(), plan.n(),
                  {buffer_argument{state}, buffer_argument{posted}});
  step.shape.dynamic_shared_bytes =
      tile_bytes(how) * static_cast<std::uint64_t>(how.integer("stages"));
  step.shape.cooperative = how.text("launch") == "cooperative";
  return plan.take();
}

std::vector<axis> config_axes() {
  axis per_sm = blocks_per_sm_axis(2);
  per_sm.max = 32;
  return {block_axis(false),
          {.name = "rows",
           .summary = "vectors of 16 bytes that a thread scans at a time",
           .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}},
           .base = std::int64_t{4},
           .min = 1,
           .max = 16},
          {.name = "stages",
           .summary = "tiles of the ring in shared memory; 0: straight into registers",
           .values = {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{3},
                      std::int64_t{4}},
           .base = std::int64_t{2},
           .min = 0,
           .max = 16},
          per_sm,
          {.name = "launch",
           .summary = "cooperative: the driver refuses a grid that is not resident as a whole",
           .values = {"cooperative", "plain"},
           .base = "cooperative"}};
}

std::vector<constraint> config_constraints() {
  return {{"all blocks must be resident: block * blocks_per_sm <= threads of a multiprocessor",
           [](const problem&, const config& how, const device_limits& limits) {
             return how.integer("block") * how.integer("blocks_per_sm") <=
                    limits.max_threads_per_multiprocessor;
           }},
          {"the rings must fit: block * rows * 16 * stages + 1 KiB a block, in what shared memory "
           "a multiprocessor has",
           [](const problem&, const config& how, const device_limits& limits) {
             const std::uint64_t ring =
                 tile_bytes(how) * static_cast<std::uint64_t>(how.integer("stages"));
             constexpr std::uint64_t own_and_reserved = 2048;
             return ring + 1024 <= limits.max_shared_bytes_per_block_optin &&
                    (ring + own_and_reserved) *
                            static_cast<std::uint64_t>(how.integer("blocks_per_sm")) <=
                        limits.shared_bytes_per_multiprocessor;
           }}};
}

}  // namespace

variant decoupled_lookahead() {
  return {
      .family = "scan",
      .name = "decoupled_lookahead",
      .rung = 9,
      .catalogue_id = "S9",
      .title = "single pass, loads far ahead of the prefixes",
      .summary =
          "A grid that is resident as a whole takes the tiles in waves. Bulk copies bring the "
          "block's next tiles into a ring in shared memory, so that memory is busy whatever the "
          "block waits for. Each block scans its tile in registers, posts the tile's fold, and "
          "sums "
          "up what the blocks before it posted: one look at some hundred words instead of a chain "
          "of hand-overs. The posts carry the number of their wave, so two boards in turn serve "
          "any "
          "length, and the last block to finish clears them. Every element is read and written "
          "once; sums are in a fixed order for a fixed grid.",
      .source =
          "catalogue S9; D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with "
          "Decoupled Look-back (2016), for what it does without; CUDA C++ Programming Guide, "
          "asynchronous bulk copies",
      .types = all_element_types(),
      .axes = config_axes(),
      .constraints = config_constraints(),
      .costs = {.bytes = "2*N*s, + 8*G^2 from L2 a wave of G tiles",
                .operations = "about 3*N combines",
                .synchronisation = "2 barriers and one poll of all blocks a tile, one launch"},
      .defects = {{"launches", "1"},
                  {"bytes in flight per SM", "blocks_per_sm * stages * B * rows * 16"}},
      .plan = plan_lookahead,
      .rounding_depth =
          [](const problem& asked, const config& how, const device_limits& limits) {
            const std::uint64_t grid = grid_of(asked, how, limits);
            const std::uint64_t tile = tile_bytes(how) / size_bytes(element_type_of(asked));
            const auto n = static_cast<std::uint64_t>(asked.integer("n"));
            const std::uint64_t waves = blocks_for(blocks_for(n, tile), grid);
            // In a lane, across lanes, rows, warps, what a lane gathers, across lanes; the carry.
            return static_cast<double>(vector_bytes + 5 +
                                       static_cast<std::uint64_t>(how.integer("rows")) + 32 +
                                       grid / 32 + 1 + 5 + waves + 4);
          },
  };
}

}  // namespace warpmark::scan
