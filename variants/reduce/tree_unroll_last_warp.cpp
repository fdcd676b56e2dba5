// R11: the last warp needs no barriers of the block.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

bool shuffles(const config& config) { return config.text("last_warp") == "shuffle"; }

block_pass pass_of_unrolled_warp(const config& config) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  return {templates::tree_unroll_last_warp{.block = block, .shuffles = shuffles(config)}, block, 2};
}

// Accesses of the fill and of the steps with barriers: B/32 + (B/32 - 2) stores. A block of 32 has
// 64 slots, too.
std::uint64_t stores_before(std::uint64_t block) {
  return 2 * std::max<std::uint64_t>(block, 64) / 32 - 2;
}

std::uint64_t stores_of_block(std::uint64_t block, const config& config) {
  return stores_before(block) + (shuffles(config) ? 0 : 6);
}

// Two operands per step; the last warp reads two slots and shuffles, or its own and six others.
std::uint64_t loads_of_block(std::uint64_t block, const config& config) {
  return stores_before(block) + (shuffles(config) ? 0 : 5);
}

std::vector<block_cost> costs_of_unrolled_warp() {
  const std::string loaded = "2*B'/32 - 2, or + 3 if last_warp=syncwarp, with B' = max(B, 64)";
  const std::string stored = "2*B'/32 - 2, or + 4 if last_warp=syncwarp, with B' = max(B, 64)";
  return {{"shared_load_requests", loaded, loads_of_block},
          {"shared_load_wavefronts", loaded, loads_of_block},
          {"shared_store_requests", stored, stores_of_block},
          {"shared_store_wavefronts", stored, stores_of_block},
          {"block_barriers", "log2 B' - 5",
           [](std::uint64_t block, const config&) {
             return steps_of(std::max<std::uint64_t>(block, 64)) - 5;
           },
           true},
          {"shuffles", "5, or 0 if last_warp=syncwarp",
           [](std::uint64_t, const config& config) -> std::uint64_t {
             return shuffles(config) ? 5 : 0;
           }}};
}

}  // namespace

variant tree_unroll_last_warp() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "tree_unroll_last_warp",
          .level = 11,
          .catalogue_id = "R11",
          .title = "sequential tree, last warp without barriers (Harris kernel 5)",
          .summary =
              "From 64 slots on only one warp works, but in tree_first_add the full block still "
              "synchronises in each of those six steps. Here the other warps exit, which saves six "
              "barriers. The original relied on lockstep execution of the lanes of a warp and on "
              "`volatile`, which has been wrong since Volta. last_warp=syncwarp keeps the sums in "
              "shared memory and orders the lanes by two __syncwarp per step; last_warp=shuffle "
              "exchanges registers and needs neither.",
          .source = "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 5; Y. Lin and V. "
                    "Grover, Using CUDA Warp-Level Primitives, 2018",
          .types = all_element_types(),
          .operators = commutative_operators(),
          .axes = {block_axis(true),
                   {.name = "last_warp",
                    .summary = "how the lanes of the last warp exchange their sums",
                    .values = {"shuffle", "syncwarp"},
                    .base = "shuffle"}},
          .costs = {.bytes = "N*s + G*s per pass, G = N/(2*B)",
                    .operations = "2*B - 1 adds, the last 63 by one warp",
                    .synchronisation = "log2 B - 5 barriers per block"},
      },
      pass_of_unrolled_warp, tree_depth, costs_of_unrolled_warp());
}

}  // namespace warpmark::reduce
