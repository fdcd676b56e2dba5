// S7: one pass, in which each tile waits for the one before it.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/scan/shared/plan_builder.hpp"
#include "variants/scan/shared/predictions.hpp"
#include "variants/scan/shared/templates.hpp"

namespace warpmark::scan {

namespace {

type_argument message_of(const config& config, const std::string& value) {
  if (config.text("message") == "packed") return templates::packed_message{.Value = value};
  return templates::fenced_message{.Value = value};
}

launch_plan plan_chained(const problem& problem, const config& config, const device_limits&) {
  plan_builder plan(problem);
  const tiling tiles = tiling_of(config, method_of(config));
  const std::uint64_t grid = blocks_for(plan.n(), tiles.size());
  const bool packed = config.text("message") == "packed";
  const std::size_t begun = plan.state("begun", sizeof(std::uint32_t));
  const std::size_t words =
      plan.state("words", grid * (packed ? sizeof(std::uint64_t) : sizeof(std::uint32_t)));
  kernel_argument values = scalar_argument::of(std::uint64_t{0});
  if (!packed) values = buffer_argument{plan.scratch("prefixes", grid)};
  plan.launch_instance(
      templates::chained{.Tile = tile_type(plan, tiles, plan.input(), plan.output()),
                         .inclusive = plan.inclusive(),
                         .Message = message_of(config, plan.value_spelling())},
      grid, tiles.block,
      {plan.begin_of(plan.input()), plan.begin_of(plan.output()), scalar_argument::of(plan.n()),
       buffer_argument{begun}, buffer_argument{words}, values});
  return plan.take();
}

// Elements once; every tile but the last stores its message, which is cleared later.
std::uint64_t sectors_stored_by_chain(const traffic_of_tiles& traffic_of_tiles,
                                      const config& config) {
  return traffic_of_tiles.elements +
         (config.text("message") == "packed" ? 2 : 3) * (traffic_of_tiles.tiles - 1);
}

}  // namespace

variant chained() {
  return {
      .family = "scan",
      .name = "chained",
      .level = 7,
      .catalogue_id = "S7",
      .title = "chained scan: each tile passes its prefix to the next",
      .summary =
          "One kernel reads and writes every element once, 2N. A block draws its tile's number "
          "from a counter, scans the tile, waits for the total of all tiles before it, publishes "
          "its own inclusive prefix, and adds the received prefix to its elements. The chain is "
          "serial: a hand-over costs about one round trip through the L2 cache, so that N/T of "
          "them may take longer than the memory does; large tiles reduce their number. "
          "message=packed puts flag and value into one word and saves a second round trip. Words "
          "are cleared by their reader, inside the kernel. The order of additions is fixed, so "
          "floating sums are reproducible.",
      .source =
          "S. Yan, G. Long, Y. Zhang, StreamScan: Fast Scan Algorithms for GPUs without "
          "Global Barrier Synchronization, PPoPP 2013; D. Merrill, M. Garland, Single-pass "
          "Parallel Prefix Scan with Decoupled Look-back, NVR-2016-002, section 2",
      .types = all_element_types(),
      .axes = {block_axis(true),
               items_axis(8),
               method_axis(),
               {.name = "message",
                .summary = "how a prefix is passed: fenced (separate flag and value) or packed "
                           "(one word of 64 bits)",
                .values = {"fenced", "packed"},
                .base = "fenced"}},
      .constraints = {tile_fits_shared_memory(method_of),
                      {"message=packed has room for partial results of 4 bytes",
                       [](const problem& problem, const config& config, const device_limits&) {
                         return config.text("message") != "packed" || has_values_of_a_bank(problem);
                       }}},
      .costs = {.bytes = "2*N*s + 2*N/T*(s + 8), T = B*K, or 2*B*K with Blelloch's methods",
                .operations = "N adds more than the block method's",
                .synchronisation = "one launch; N/T serial hand-overs"},
      .predictions =
          {{"serial hand-overs", "ceil(N/T) - 1"},
           {"global_atomic_requests", "G + 1 on the counter of tiles",
            [](const problem& problem, const config& config) -> std::optional<std::uint64_t> {
              const tiling tiles = tiling_of(config, method_of(config));
              const auto n = static_cast<std::uint64_t>(problem.integer("n"));
              return blocks_for(n, tiles.size()) + 1;
            }},
           of_sectors(
               "global_store_sectors",
               "N/8 + 3*(G - 1), or 2*(G - 1) if message=packed (4-byte, full tiles, G <= T)",
               method_of, sectors_stored_by_chain)},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_chained,
      .rounding_depth =
          [](const problem& problem, const config& config, const device_limits&) {
            const tiling tiles = tiling_of(config, method_of(config));
            const auto n = static_cast<std::uint64_t>(problem.integer("n"));
            return tiles.depth() + static_cast<double>(blocks_for(n, tiles.size())) + 1;
          },
  };
}

}  // namespace warpmark::scan
