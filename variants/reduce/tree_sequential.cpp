// R9: sequential addressing. The clean shared-memory tree.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/axes.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

namespace {

block_pass pass_of_sequential(const config& config) {
  const auto block = static_cast<std::uint32_t>(config.integer("block"));
  const auto items = static_cast<std::uint32_t>(config.integer("items"));
  return {templates::tree_sequential{.block = block, .items = items}, block, items};
}

}  // namespace

variant tree_sequential() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "tree_sequential",
          .level = 9,
          .catalogue_id = "R9",
          .title = "shared-memory tree, sequential addressing (Harris kernel 3)",
          .summary =
              "Strides halve: thread t < d adds slot t + d to its own. Active threads and slots "
              "are both consecutive, so there is no divergence except in the last warp and no bank "
              "conflict: requests and wavefronts are equal. Half of the threads do nothing but "
              "load, which `items` avoids; the remaining cost is one barrier per step.",
          .source = "lecture-2019, 40:10-41:37; M. Harris, Optimizing Parallel Reduction in CUDA, "
                    "kernel 3",
          .types = all_element_types(),
          .operators = commutative_operators(),
          .axes = {block_axis(true), items_axis()},
          .costs = {.bytes = "N*s + G*s per pass",
                    .operations = "B - 1 adds in B/32 + 4 warp-ops per block (B >= 64)",
                    .synchronisation = "1 + log2 B barriers per block"},
      },
      pass_of_sequential, tree_depth, sequential_tree_costs());
}

}  // namespace warpmark::reduce
