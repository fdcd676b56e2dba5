// R7: divergent interleaved tree. Divergent warps, but no bank conflicts.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

block_pass pass_of_divergent(const config& config) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint32_t>(config.integer("items"));
  return {templates::tree_interleaved_divergent{
              .block = block, .items = items, .use_modulo = config.text("test") == "modulo"},
          block, items};
}

// A step costs one warp-op for each warp that has an active thread: all B/32 while d < 32, then
// half as many each time. Slots of a warp are different words of different banks.
std::vector<block_cost> costs_of_divergent() {
  const auto warp_ops = [](std::uint64_t block) { return 6 * block / 32 - 1; };
  const auto loads = [=](std::uint64_t block, const config&) { return 2 * warp_ops(block) + 1; };
  const auto stores = [=](std::uint64_t block, const config&) {
    return block / 32 + warp_ops(block);
  };
  const std::string loaded = "2*(6*B/32 - 1) + 1", stored = "B/32 + 6*B/32 - 1";
  return {{"shared_load_requests", loaded, loads},
          {"shared_load_wavefronts", loaded, loads},
          {"shared_store_requests", stored, stores},
          {"shared_store_wavefronts", stored, stores},
          tree_barriers()};
}

}  // namespace

variant tree_interleaved_divergent() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "tree_interleaved_divergent",
          .level = 7,
          .catalogue_id = "R7",
          .title = "shared-memory tree, interleaved, divergent (Harris kernel 1)",
          .summary =
              "Strides double: in the step with stride d every 2d-th thread adds its neighbour d "
              "away. The active threads are spread over all warps until d reaches 16, so a block "
              "of 256 issues 47 warp-level additions where 12 would do. Shared memory is "
              "conflict-free: a lane's bank is its own number. Compare shared_store_requests with "
              "tree_sequential's: the waste is in issue slots of warps with few active lanes.",
          .source = "lecture-2019, 21:09-26:03; M. Harris, Optimizing Parallel Reduction in CUDA, "
                    "kernel 1",
          .types = all_element_types(),
          .axes = {block_axis(true),
                   items_axis(),
                   {.name = "test",
                    .summary = "how a thread determines whether it is active",
                    .values = {"modulo", "mask"},
                    .base = "modulo"}},
          .constraints = {order_needs_one_item()},
          .costs = {.bytes = "N*s + G*s per pass",
                    .operations = "B - 1 adds in 6*B/32 - 1 warp-ops per block (B >= 64)",
                    .synchronisation = "1 + log2 B barriers per block"},
      },
      pass_of_divergent, tree_depth, costs_of_divergent());
}

}  // namespace warpmark::reduce
