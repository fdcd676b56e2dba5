// R10: two elements per thread before the tree. No thread that only loads.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

variant tree_first_add() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "tree_first_add",
          .level = 10,
          .catalogue_id = "R10",
          .title = "sequential tree, first add on load (Harris kernel 4)",
          .summary = "In tree_sequential half of the threads are idle from the first step on. Here "
                     "each thread loads two elements B apart and adds them: half as many blocks, "
                     "barriers and shared-memory accesses for the same input, and two loads in "
                     "flight per thread instead of one. If memory is the bottleneck, the loads in "
                     "flight count; `items` of tree_sequential carries that further.",
          .source = "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 4",
          .types = all_element_types(),
          .operators = commutative_operators(),
          .axes = {block_axis(true)},
          .costs = {.bytes = "N*s + G*s per pass, G = N/(2*B)",
                    .operations = "2*B - 1 adds in B/32 (on load) + B/32 + 4 warp-ops per block",
                    .synchronisation = "1 + log2 B barriers per block"},
      },
      pass_of_pairs<templates::tree_first_add>, tree_depth, sequential_tree_costs());
}

}  // namespace warpmark::reduce
