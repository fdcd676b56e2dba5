#include "variants/count/shared/hash_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "variants/count/shared/table.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {
namespace {

constexpr std::uint32_t listing_block = 256;

std::uint64_t slots_of(std::uint64_t bins, const config& config) {
  const auto load = static_cast<std::uint64_t>(config.integer("load"));
  return (bins * 100 + load - 1) / load;
}

}  // namespace

axis load_axis() {
  return {.name = "load",
          .summary = "percent of the global table's slots that `bins` distinct keys take",
          .values = {std::int64_t{25}, std::int64_t{50}, std::int64_t{75}, std::int64_t{90},
                     std::int64_t{100}},
          .base = std::int64_t{50},
          .min = 1,
          .max = 100};
}

launch_plan plan_hash_table(const template_instance& kernel, std::size_t dynamic_shared_bytes,
                            const problem& problem, const config& config,
                            const device_limits& limits) {
  plan_builder plan(problem, answer::table);
  const auto [table, used] = add_appended_table(plan);
  const std::uint64_t slots = slots_of(plan.bins(), config);
  const std::size_t keys = plan.scratch_bytes("slot_keys", slots * sizeof(std::uint64_t));
  plan.fill({keys}, scalar_argument::of(std::numeric_limits<std::uint64_t>::max()), slots);
  // One more counter: for the key that equals the marker of empty slots.
  const std::size_t counts = plan.zeroed("slot_counts", (slots + 1) * sizeof(std::uint64_t));
  const buffer_argument marked{counts, slots * sizeof(std::uint64_t)};
  const auto slot_count = scalar_argument::of(static_cast<std::uint32_t>(slots));

  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto max_blocks =
      static_cast<std::uint64_t>(config.integer("blocks_per_sm") * limits.multiprocessors);
  launch_step& step = plan.launch_instance(
      kernel, std::min(max_blocks, blocks_for(plan.n(), block)), block,
      {plan.input_argument(), buffer_argument{keys}, buffer_argument{counts}, marked, slot_count,
       scalar_argument::of(plan.n()), scalar_argument::of(last_counted(problem))});
  step.shape.dynamic_shared_bytes = dynamic_shared_bytes;
  plan.launch_instance(
      templates::list_slots{.block = listing_block}, blocks_for(slots, listing_block),
      listing_block,
      {buffer_argument{keys}, buffer_argument{counts}, marked, slot_count, buffer_argument{table},
       buffer_argument{used}, scalar_argument::of(static_cast<std::uint32_t>(plan.bins()))});
  return plan.take();
}

}  // namespace warpmark::count
