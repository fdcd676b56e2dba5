// H15: a hash table, for arbitrary keys.

#include <string>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/dependent_launches.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/hash_plan.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

launch_plan plan_hash(const problem& problem, const config& config, const device_limits& limits) {
  const templates::hash kernel{.T = std::string(cuda_spelling(element_type_of(problem))),
                               .block = config.integer("block"),
                               .slots = config.integer("shared_slots"),
                               .probes = config.integer("probes")};
  return plan_hash_table(kernel, 0, problem, config, limits);
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
          load_axis()};
}

}  // namespace

variant hash() {
  return with_dependent_launches({
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
      .source = "Knuth, The Art of Computer Programming 3, section 6.4, algorithm L; the hash is "
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
  });
}

}  // namespace warpmark::count
