// M6: Batcher's bitonic network over the full array, in place.

#include <algorithm>
#include <bit>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {

namespace {

int log2_ceil(std::uint64_t n) { return n < 2 ? 0 : static_cast<int>(std::bit_width(n - 1)); }

// Calls `launch(log_span, steps, mirrored)` for the launches before the last one of a merge of
// spans of 2^log_span keys.
template <class F>
void for_each_group(const config& config, int log_span, F&& launch) {
  const int log_tile = log2_ceil(tile_of(config)),
            fused = static_cast<int>(config.integer("fused"));
  for (int left = log_span; left > log_tile;) {
    const int steps = std::min(fused, left - log_tile);
    launch(left, steps, left == log_span);
    left -= steps;
  }
}

std::uint64_t launches_of_bitonic(std::uint64_t n, const config& config) {
  std::uint64_t count = 1;
  for (int log_span = log2_ceil(tile_of(config)) + 1; log_span <= log2_ceil(n); ++log_span) {
    for_each_group(config, log_span, [&](int, int, bool) { ++count; });
    ++count;
  }
  return count;
}

launch_plan plan_bitonic(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  plan.restore_input_to(plan.to());
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const std::string key = plan.key_spelling(), payload = plan.payload_spelling();
  const kernel_argument n = scalar_argument::of(plan.n());
  const auto arguments = [&](std::initializer_list<kernel_argument> more) {
    std::vector<kernel_argument> all = {plan.keys_argument(plan.to()),
                                        plan.payload_argument(plan.to()), n};
    all.insert(all.end(), more);
    return all;
  };
  const auto over_tiles = [&](bool halved) {
    plan.launch_instance(templates::bitonic_tiles{.Key = key,
                                                  .Payload = payload,
                                                  .block = block,
                                                  .items = config.integer("items"),
                                                  .fused = config.integer("fused"),
                                                  .halved = halved},
                         blocks_for(plan.n(), tile_of(config)), block, arguments({}));
  };

  over_tiles(false);
  for (int log_span = log2_ceil(tile_of(config)) + 1; log_span <= log2_ceil(plan.n()); ++log_span) {
    for_each_group(config, log_span, [&](int log_of_left, int steps, bool mirrored) {
      const std::uint64_t groups = blocks_for(plan.n(), std::uint64_t{1} << log_of_left)
                                   << (log_of_left - steps);
      plan.launch_instance(
          templates::bitonic_steps{
              .Key = key, .Payload = payload, .block = block, .steps = steps, .mirrored = mirrored},
          blocks_for(groups, block), block,
          arguments({scalar_argument::of(std::int32_t{log_of_left})}));
    });
    over_tiles(true);
  }
  return plan.take();
}

std::uint64_t sectors(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::uint64_t payload = problem.text("payload") == "none" ? 0 : (4 * n + 31) / 32;
  return launches_of_bitonic(n, config) * ((input_bytes(problem) + 31) / 32 + payload);
}

axis items_of_bitonic_tile() {
  return {.name = "items",
          .summary = "keys per thread of a tile, which a block sorts in shared memory",
          .values = {std::int64_t{4}, std::int64_t{8}, std::int64_t{16}},
          .base = std::int64_t{8},
          .min = 2,
          .max = 64,
          .power_of_two = true};
}

axis fused_axis() {
  return {.name = "fused",
          .summary = "steps on 2^fused keys in registers between two passes through memory",
          .values = {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{4}},
          .base = std::int64_t{3},
          .min = 1,
          .max = 5};
}

}  // namespace

variant bitonic() {
  return with_dependent_launches({
      .family = "sort",
      .name = "bitonic",
      .level = 6,
      .catalogue_id = "M6",
      .title = "bitonic network",
      .summary =
          "Batcher's bitonic network, in place: blocks sort tiles in shared memory; then spans "
          "twice as long each time are merged by steps through global memory, several of them in "
          "registers at once, and completed in shared memory. The sequence of comparisons does not "
          "depend on the keys, so that there is no divergence, no search and no load balancing, "
          "and every input takes the same time; but there are log^2 steps. Any n: keys past the "
          "last one count as infinite and never move. Wins on tiny inputs. Not stable.",
      .source = "K. Batcher, Sorting networks and their applications, AFIPS 1968; NVIDIA's sample "
                "sortingNetworks",
      .types = word_types(),
      .axes = {block_axis(true), items_of_bitonic_tile(), fused_axis()},
      .constraints = {{"a tile's keys and payloads fit 48 KiB of shared memory",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         const auto key = size_bytes(element_type_of(problem));
                         const std::size_t payload = problem.text("payload") == "none" ? 0 : 4;
                         return tile_of(config) * (key + payload) + (payload == 0 ? 8 : 0) <=
                                limits.max_shared_bytes_per_block;
                       }}},
      .costs = {.bytes = "2*N*s*launches",
                .operations = "N/2 * L*(L+1)/2 compare-exchanges, L = ceil(log2 N)",
                .synchronisation =
                    "1 + sum over d = 1..L-log2(T) of (ceil(d/F) + 1) launches, T = B*items, F "
                    "steps fused"},
      .predictions = {{"launches", "1 + sum over d = 1..L-log2(T) of (ceil(d/F) + 1)",
                       [](const problem& problem, const config& config) {
                         return std::optional(launches_of_bitonic(
                             static_cast<std::uint64_t>(problem.integer("n")), config));
                       }},
                      {"global_load_sectors", "launches * N*s/32, whatever the keys are",
                       [](const problem& problem, const config& config) {
                         return std::optional(sectors(problem, config));
                       }},
                      {"global_store_sectors", "as many",
                       [](const problem& problem, const config& config) {
                         return std::optional(sectors(problem, config));
                       }}},
      .reproducible = determinism::gpu_to_gpu,
      .plan = plan_bitonic,
  });
}

}  // namespace warpmark::sort
