// R12: no loop is left in the tree.

#include "variants/contract/config_axes.hpp"
#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/block_costs.hpp"
#include "variants/reduce/shared/passes.hpp"
#include "variants/reduce/shared/templates.hpp"

namespace warpmark::reduce {

variant tree_full_unroll() {
  return made_of_passes(
      {
          .family = "reduce",
          .name = "tree_full_unroll",
          .level = 12,
          .catalogue_id = "R12",
          .title = "sequential tree, fully unrolled (Harris kernel 6)",
          .summary = "As tree_unroll_last_warp, but each step of the tree is written out, and the "
                     "compiler decides which of them a block has: straight code without loop "
                     "counters. That was worth a factor of 1.4 on a G80, whose kernels learned "
                     "their block size at launch. All kernels here take it as a template argument "
                     "and today's compiler unrolls their loops, too, so this level shows how much "
                     "of a published gain compilers now achieve by themselves.",
          .source = "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 6",
          .types = all_element_types(),
          .operators = commutative_operators(),
          .axes = {block_axis(true)},
          .costs = {.bytes = "N*s + G*s per pass, G = N/(2*B)",
                    .operations = "2*B - 1 adds, the last 63 by one warp",
                    .synchronisation = "log2 B - 5 barriers per block"},
      },
      pass_of_pairs<templates::tree_full_unroll>, tree_depth, unrolled_tree_costs());
}

}  // namespace warpmark::reduce
