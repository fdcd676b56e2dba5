// All pairs are compared: all work is independent, which is what counts for a few thousand keys.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/sort/shared/templates.hpp"

namespace warpmark::sort {

namespace {

constexpr std::int64_t max_keys = std::int64_t{1} << 15;

std::uint64_t grid_of_warps(const problem& problem, const config& config) {
  return blocks_for(static_cast<std::uint64_t>(problem.integer("n")),
                    static_cast<std::uint64_t>(32 * config.integer("items")));
}

launch_plan plan_enumeration(const problem& problem, const config& config, const device_limits&) {
  keyed_plan plan(problem);
  plan.launch_instance(templates::enumeration{.Key = plan.key_spelling(),
                                              .Payload = plan.payload_spelling(),
                                              .block = config.integer("block"),
                                              .items = config.integer("items")},
                       grid_of_warps(problem, config),
                       static_cast<std::uint32_t>(config.integer("block")),
                       {plan.keys_argument(plan.from()), plan.payload_argument(plan.from()),
                        plan.keys_argument(plan.to()), plan.payload_argument(plan.to()),
                        scalar_argument::of(plan.n())});
  return plan.take();
}

// All warps of a block rank the same keys. The block size limits how many warps share the
// candidates well.
axis few_blocks_axis() {
  axis block = block_axis(false);
  block.values = {std::int64_t{256}, std::int64_t{512}};
  block.base = std::int64_t{512};
  return block;
}

predicted_count barriers_of_enumeration(const problem& problem, const config& config) {
  return grid_of_warps(problem, config);
}

// A lane loads 128 candidates per step, 16 bytes at a time. All lanes load the same, so that half a
// warp is served at once.
predicted_count loaded_wavefronts(const problem& problem, const config& config) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const auto warps = static_cast<std::uint64_t>(config.integer("block") / 32);
  const auto own = static_cast<std::uint64_t>(32 * config.integer("items"));
  if (size_bytes(element_type_of(problem)) != 4 || n == 0 || n % own != 0) return {};
  const std::uint64_t steps = (n + 127) / 128;
  return n / own * steps * 64 + n / 32 * warps;
}

}  // namespace

variant enumeration() {
  return {
      .family = "sort",
      .name = "enumeration",
      .level = 0,
      .catalogue_id = "",
      .title = "enumeration sort (comparison counting)",
      .summary =
          "The index of a key in the result is the number of keys that come before it, and every "
          "key counts them by comparing itself with all others: N*N comparisons, but all of them "
          "independent, in one launch, on all multiprocessors. Of equal keys the first comes "
          "before, so it is stable. Each lane has keys of its own; the warps of a block share the "
          "candidates, which reach all lanes of a warp by one load from shared memory. Wins up to "
          "about 2^13 keys, where sorts with fewer comparisons wait for their barriers and "
          "launches.",
      .source =
          "D. Knuth, The Art of Computer Programming 3, section 5.2, algorithm C; D. Muller, "
          "F. Preparata, Bounds to Complexities of Networks for Sorting and for Switching, JACM "
          "1975",
      .types = word_types(),
      .axes = {few_blocks_axis(),
               {.name = "items",
                .summary = "keys that a lane ranks, with which each loaded candidate is compared",
                .values = {std::int64_t{1}, std::int64_t{2}},
                .base = std::int64_t{1},
                .min = 1,
                .max = 8}},
      .constraints = {{"n*n comparisons: n <= 2^15",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("n") <= max_keys;
                       }},
                      {"a block's candidates and counts take at most 48 KiB of shared memory",
                       [](const problem& problem, const config& config,
                          const device_limits& limits) {
                         const auto warps = static_cast<std::size_t>(config.integer("block") / 32);
                         const auto items = static_cast<std::size_t>(config.integer("items"));
                         return warps * 128 * (size_bytes(element_type_of(problem)) + items) <=
                                limits.max_shared_bytes_per_block;
                       }}},
      .costs = {.bytes = "2*N*s; N*N*s/(32*K) from L2",
                .operations = "N*N comparisons",
                .synchronisation = "one launch, one barrier per block"},
      .predictions =
          {{"block_barriers", "N/(32*K)", barriers_of_enumeration},
           {"shared_load_wavefronts",
            "N/(32*K)*ceil(N/128)*64 for the candidates, N/32*B/32 for the counts (4-byte "
            "keys, N a multiple of 32*K)",
            loaded_wavefronts}},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .plan = plan_enumeration,
  };
}

}  // namespace warpmark::sort
