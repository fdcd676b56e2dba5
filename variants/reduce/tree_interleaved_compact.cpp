// R8: compact interleaved tree. Full warps, but bank conflicts.

#include <algorithm>

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

bool padded(const config& config) { return config.integer("pad") == 1; }

block_pass pass_of_compact(const config& config) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint32_t>(config.integer("items"));
  return {
      templates::tree_interleaved_compact{.block = block, .items = items, .padded = padded(config)},
      block, items};
}

std::uint64_t warp_ops(std::uint64_t block) { return block / 32 + 4; }
std::uint64_t conflicting_wavefronts(std::uint64_t block) { return 6 * block / 32 - 1; }

// The operands of the first step are neighbours, which machine code loads as 8 bytes at once: one
// request of two for each active warp, and half of the wavefronts. With padding, the compiler
// cannot prove that they are adjacent.
std::uint64_t load_requests(std::uint64_t block, const config& config) {
  const std::uint64_t merged = padded(config) ? 0 : std::max<std::uint64_t>(1, block / 64);
  return 2 * warp_ops(block) + 1 - merged;
}

std::uint64_t load_wavefronts(std::uint64_t block, const config& config) {
  return padded(config) ? load_requests(block, config)
                        : 2 * conflicting_wavefronts(block) + 1 - block / 32;
}

std::uint64_t store_requests(std::uint64_t block, const config&) {
  return block / 32 + warp_ops(block);
}

std::uint64_t store_wavefronts(std::uint64_t block, const config& config) {
  return padded(config) ? store_requests(block, config)
                        : block / 32 + conflicting_wavefronts(block);
}

std::vector<block_cost> costs_of_compact() {
  return {
      {"shared_load_requests",
       "2*(B/32 + 4) + 1, less max(1, B/64) for merged loads of the first step unless pad=1",
       load_requests},
      {"shared_load_wavefronts",
       "2*(6*B/32 - 1) + 1, less B/32 for merged loads of the first step; pad=1: 2*(B/32 + 4) + 1",
       load_wavefronts},
      {"shared_store_requests", "B/32 + B/32 + 4", store_requests},
      {"shared_store_wavefronts", "B/32 + 6*B/32 - 1; pad=1: B/32 + B/32 + 4", store_wavefronts},
      tree_barriers()};
}

}  // namespace

variant tree_interleaved_compact() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "tree_interleaved_compact",
          .level = 8,
          .catalogue_id = "R8",
          .title = "shared-memory tree, interleaved, compact (Harris kernel 2)",
          .summary =
              "The same strides as the divergent tree, but thread t works on slot 2*d*t, so that "
              "the active threads are the first ones and only B/32 + 4 warp-ops are left. Slots of "
              "neighbouring lanes are 2d words apart, and up to 32 of them conflict on one bank: "
              "the number of wavefronts equals the divergent tree's warp-ops again. `pad` leaves "
              "one word in 33 unused, which removes the conflicts at every step. Compare requests "
              "with wavefronts, with pad=0 and pad=1: the difference is the cost of conflicts.",
          .source = "lecture-2019, 26:19-31:13 and 34:32-39:36; M. Harris, Optimizing Parallel "
                    "Reduction in CUDA, kernel 2",
          .types = all_element_types(),
          .axes = {block_axis(true),
                   items_axis(),
                   {.name = "pad",
                    .summary = "1: one unused word after every 32",
                    .values = {std::int64_t{0}, std::int64_t{1}},
                    .base = std::int64_t{0},
                    .min = 0,
                    .max = 1}},
          .constraints = {order_needs_one_item()},
          .costs = {.bytes = "N*s + G*s per pass",
                    .operations = "B - 1 adds in B/32 + 4 warp-ops per block (B >= 64)",
                    .synchronisation = "1 + log2 B barriers per block"},
      },
      pass_of_compact, tree_depth, costs_of_compact());
}

}  // namespace warpmark::reduce
