// H15: a hash table, for arbitrary keys.

#include <algorithm>
#include <limits>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/table.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

constexpr std::uint32_t listing_block = 256;

std::uint64_t slots_of(std::uint64_t bins, const config& config) {
  const auto load = static_cast<std::uint64_t>(config.integer("load"));
  return (bins * 100 + load - 1) / load;
}

launch_plan plan_hash(const problem& problem, const config& config, const device_limits& limits) {
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
  plan.launch_instance(
      templates::hash{.T = plan.key_spelling(),
                      .block = block,
                      .slots = config.integer("shared_slots"),
                      .probes = config.integer("probes")},
      std::min(max_blocks, blocks_for(plan.n(), block)), block,
      {plan.input_argument(), buffer_argument{keys}, buffer_argument{counts}, marked, slot_count,
       scalar_argument::of(plan.n()), scalar_argument::of(last_counted(problem))});
  plan.launch_instance(
      templates::list_slots{.block = listing_block}, blocks_for(slots, listing_block),
      listing_block,
      {buffer_argument{keys}, buffer_argument{counts}, marked, slot_count, buffer_argument{table},
       buffer_argument{used}, scalar_argument::of(static_cast<std::uint32_t>(plan.bins()))});
  return plan.take();
}

std::vector<axis> axes_of_hash() {
  return {block_axis(false),
          blocks_per_sm_axis(4),
          {.name = "shared_slots",
           .summary = "slots of a block's own table; 0: none",
           .values = {std::int64_t{0}, std::int64_t{256}, std::int64_t{1024}, std::int64_t{2048}},
           .base = std::int64_t{1024},
           .min = 0,
           .max = 2048},
          {.name = "probes",
           .summary = "slots of the block's table in which a key may be",
           .values = {std::int64_t{1}, std::int64_t{4}, std::int64_t{16}},
           .base = std::int64_t{4},
           .min = 1,
           .max = 64},
          {.name = "load",
           .summary = "percent of the global table's slots that `bins` distinct keys take",
           .values = {std::int64_t{25}, std::int64_t{50}, std::int64_t{75}, std::int64_t{90},
                      std::int64_t{100}},
           .base = std::int64_t{50},
           .min = 1,
           .max = 100}};
}

}  // namespace

variant hash() {
  return {
      .family = "count",
      .name = "hash",
      .level = 15,
      .catalogue_id = "H15",
      .title = "hash table in shared, then in global memory",
      .summary =
          "Open addressing with linear probing. A block counts its keys in a table in shared "
          "memory and adds that to the table in global memory at the end; keys that find no slot "
          "within `probes` go there at once. A second kernel lists the slots in use. It takes "
          "arbitrary keys of up to 64 bits, reads them once, and wins if few of them are distinct; "
          "for more than a few thousand, sorting competes. Equal keys contend on one counter, as "
          "in a histogram.",
      .source =
          "Knuth, The Art of Computer Programming 3, section 6.4, algorithm L; the hash is "
          "the finaliser of Appleby's MurmurHash3",
      .types = key_types(),
      .axes = axes_of_hash(),
      .constraints = {{"shared_slots is 0 or a power of two",
                       [](const problem&, const config& config, const device_limits&) {
                         const auto slots = config.integer("shared_slots");
                         return (slots & (slots - 1)) == 0;
                       }}},
      .costs = {.bytes = "N*s + G*min(k, slots)*16 + k*16*(100/load)",
                .operations = "N hashes, at least as many probes",
                .synchronisation = "N shared atomics, at most G*slots + misses global ones"},
      .predictions = {{"launches", "2",
                       [](const problem&, const config&) {
                         return std::optional(std::uint64_t{2});
                       }},
                      {"global_atomic_lanes",
                       "2 or 3 per key that found no slot within `probes`, 2 or 3 per slot of each "
                       "block, 1 per record"}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_hash,
  };
}

}  // namespace warpmark::count
