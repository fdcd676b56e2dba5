// A hash table per block that warps fill 32 keys at a time, and that is emptied when it is full.

#include <string>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/problem_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/hash_plan.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/templates.hpp"

namespace warpmark::count {

namespace {

std::size_t shared_bytes_of_slots(const config& config) {
  constexpr std::size_t key_and_count = 12;
  return static_cast<std::size_t>(config.integer("slots")) * key_and_count;
}

launch_plan plan_hash_matched(const problem& problem, const config& config,
                              const device_limits& limits) {
  const templates::hash_matched kernel{.T = std::string(cuda_spelling(element_type_of(problem))),
                                       .block = config.integer("block"),
                                       .slots = config.integer("slots")};
  return plan_hash_table(kernel, shared_bytes_of_slots(config), problem, config, limits);
}

std::vector<axis> axes_of_hash_matched() {
  std::vector<axis> result = {block_axis(false), blocks_per_sm_axis(2)};
  result.front().base = std::int64_t{512};
  result.push_back(
      {.name = "slots",
       .summary = "slots of a block's table, 12 bytes of shared memory each",
       .values = {std::int64_t{2048}, std::int64_t{4096}, std::int64_t{8192}, std::int64_t{16384}},
       .base = std::int64_t{4096},
       .min = 256,
       .max = 16384,
       .power_of_two = true});
  result.push_back(load_axis());
  return result;
}

std::vector<constraint> constraints_of_hash_matched() {
  return {{"the keys of a tile fit an empty table: block is at most 3/4 of slots",
           [](const problem&, const config& config, const device_limits&) {
             return config.integer("block") <= config.integer("slots") / 4 * 3;
           }},
          {"a block's table fits shared memory",
           [](const problem&, const config& config, const device_limits& limits) {
             return shared_bytes_of_slots(config) + sizeof(std::uint32_t) <=
                    limits.max_shared_bytes_per_block_optin;
           }}};
}

std::optional<std::uint64_t> launches_of_hash_matched(const problem&, const config&) { return 2; }

}  // namespace

variant hash_matched() {
  return {
      .family = "count",
      .name = "hash_matched",
      .level = 21,
      .catalogue_id = "",
      .title = "hash table of a block, filled by warps, emptied when full",
      .summary =
          "Vectorised hashing: the lanes of a warp hash 32 keys, and those with equal keys find "
          "each other by one instruction before they touch the table, so that one of them adds "
          "for all and none competes with its own warp for a slot. The block's table has room for "
          "every key of the next tile. If it might not, the block moves its counts to the table in "
          "global memory and begins with an empty one, whereas count/hash sends each key that "
          "finds no slot. Wins where equal keys are near each other, and where few keys are "
          "distinct.",
      .source =
          "lanes that resolve conflicts within the vector: O. Polychroniou, A. Raghavan, K. A. "
          "Ross, Rethinking SIMD Vectorization for In-Memory Databases (SIGMOD 2015); warps that "
          "work on a table together: S. Ashkiani, M. Farach-Colton, J. D. Owens, A Dynamic Hash "
          "Table for the GPU (IPDPS 2018); D. Juenger et al., WarpCore: A Library for fast Hash "
          "Tables on GPUs (HiPC 2020)",
      .types = key_types(),
      .axes = axes_of_hash_matched(),
      .constraints = constraints_of_hash_matched(),
      .default_problem = {{"type", "u32"}, {"keys", "sparse"}},
      .costs = {.bytes = "N*s + 16 per flushed slot + k*16*(100/load)",
                .operations = "N hashes and matches, one probe or more per distinct key of a warp",
                .synchronisation = "2 barriers per tile, 4 per flush; 2 launches"},
      .predictions = {{"launches", "2", launches_of_hash_matched},
                      {"shared atomics on counts", "distinct keys of each warp of each tile"}},
      .reproducible = determinism::not_guaranteed,
      .plan = plan_hash_matched,
  };
}

}  // namespace warpmark::count
