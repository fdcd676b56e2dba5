// M8 for inputs that one resident grid can hold: every digit within one launch.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/radix.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {
namespace {

std::uint64_t grid_of_radix_tiles(const problem& problem, const config& config) {
  return blocks_for(n_of(problem), radix_tiling_of(problem, config).size());
}

launch_plan plan_cooperative(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  const radix_tiling tiling = radix_tiling_of(problem, config);
  const std::uint64_t grid = grid_of_radix_tiles(problem, config);
  const keyed_buffers between = plan.scratch("between");
  constexpr std::size_t barriers = 72;  // bytes: radix_grid_state
  const std::size_t state = plan.state("boards", barriers + 2 * grid * radix_digits / 2 * 4);
  auto& step = plan.launch_instance(
      templates::radix_cooperative{.Key = plan.key_spelling(),
                                   .Payload = plan.payload_spelling(),
                                   .block = tiling.block,
                                   .items = tiling.items,
                                   .Matching = tiling.matching_spelling(),
                                   .blocks_per_sm = config.integer("blocks_per_sm")},
      grid, tiling.block,
      {plan.keys_argument(plan.from()), plan.payload_argument(plan.from()),
       plan.keys_argument(plan.to()), plan.payload_argument(plan.to()), plan.keys_argument(between),
       plan.payload_argument(between), scalar_argument::of(static_cast<std::uint32_t>(plan.n())),
       buffer_argument{state}});
  step.shape.dynamic_shared_bytes = tiling.shared_bytes();
  step.shape.cooperative = true;
  return plan.take();
}

bool all_radix_blocks_are_resident(const problem& problem, const config& config,
                                   const device_limits& limits) {
  constexpr std::size_t other_shared_bytes = 4096;  // counters, totals and the reserved memory
  const auto per_multiprocessor = static_cast<std::size_t>(config.integer("blocks_per_sm"));
  return per_multiprocessor *
                 (radix_tiling_of(problem, config).shared_bytes() + other_shared_bytes) <=
             limits.shared_bytes_per_multiprocessor &&
         config.integer("blocks_per_sm") * config.integer("block") <=
             limits.max_threads_per_multiprocessor;
}

std::vector<constraint> constraints_of_radix_cooperative() {
  return {radix_tile_fits_shared_memory(),
          {"blocks have at least 256 threads: one for each value of a digit",
           [](const problem&, const config& config, const device_limits&) {
             return config.integer("block") >= 256 && config.integer("block") % 128 == 0;
           }},
          {"a tile has fewer than 2^14 keys: counts are posted in 14 bits",
           [](const problem& problem, const config& config, const device_limits&) {
             return radix_tiling_of(problem, config).size() < (1 << 14);
           }},
          {"all blocks must be resident: their threads and shared memory must fit a "
           "multiprocessor's",
           all_radix_blocks_are_resident},
          {"blocks_per_sm tiles per multiprocessor must hold all keys",
           [](const problem& problem, const config& config, const device_limits& limits) {
             return grid_of_radix_tiles(problem, config) <=
                    static_cast<std::uint64_t>(config.integer("blocks_per_sm")) *
                        static_cast<std::uint64_t>(limits.multiprocessors);
           }}};
}

std::vector<counter_prediction> predictions_of_radix_cooperative() {
  const auto barriers = [](const problem& problem, const config& config) -> predicted_count {
    return grid_of_radix_tiles(problem, config) *
           (6 * radix_passes(problem) + 2 * (radix_passes(problem) - 1) + 1);
  };
  const auto votes = [](const problem& problem, const config& config) -> predicted_count {
    if (config.text("matching") != "ballot") return 0;
    return 8 * radix_passes(problem) * grid_of_radix_tiles(problem, config) *
           radix_tiling_of(problem, config).size() / 32;
  };
  const auto atomics = [](const problem& problem, const config& config) -> predicted_count {
    const std::uint64_t waits = radix_passes(problem) - 1;
    return grid_of_radix_tiles(problem, config) * (2 * waits + 1) + waits;
  };
  return {
      one_launch(),
      {"block_barriers", "G*(6*d + 2*(d - 1) + 1), of which 2*(d - 1) are the grid's", barriers},
      {"global_atomic_requests", "G*(2*(d - 1) + 1) + d - 1", atomics},
      {"votes", "8*d*G*T/32 with matching=ballot, else 0", votes}};
}

}  // namespace

variant radix_cooperative() {
  return {
      .family = "sort",
      .name = "radix_cooperative",
      .level = 8,
      .catalogue_id = "M8",
      .title = "least-significant-digit radix sort in one launch of a resident grid",
      .summary =
          "A resident grid, one tile of keys per block, sorts by one digit of 8 bits after the "
          "other. Blocks post how often each digit occurs in their tiles, rank their keys, and "
          "read what all others have posted: that gives both where a digit begins and the count "
          "before the tile, so that no histogram is made first. A barrier of the grid separates "
          "writing from reading. It wins where launches would take most of the time: from the few "
          "thousand keys of one block to about a million. The posts grow with the grid, and all "
          "blocks read them: G*G*512 bytes per digit.",
      .source =
          "the passes: A. Adinets, D. Merrill, Onesweep, arXiv:2206.01784 (2022); catalogue M8; "
          "the board: as in scan/all_gather",
      .types = radix_types(),
      .axes = {radix_block_axis(512), radix_items_axis(8), matching_axis(), blocks_per_sm_axis(2)},
      .constraints = constraints_of_radix_cooperative(),
      .costs = {.bytes = "2*d*N*s, all but 2*N*s within the L2 cache, and d*G*G*512 of counts",
                .operations = "d*N ranks, each of 8 votes, a match, or 3 accesses to shared memory",
                .synchronisation = "1 cooperative launch, d - 1 barriers of the grid, d gathers"},
      .predictions = predictions_of_radix_cooperative(),
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_cooperative,
  };
}

}  // namespace warpmark::sort
