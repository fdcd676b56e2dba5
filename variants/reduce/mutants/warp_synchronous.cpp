// The last warp without any synchronisation, as before Volta.

#include "variants/contract/mutant.hpp"

namespace warpmark::reduce {
variant tree_unroll_last_warp();
}

namespace warpmark::reduce::mutants {

variant warp_synchronous() {
  return mutant_of(
      tree_unroll_last_warp(),
      {.name = "warp_synchronous",
       .source = "M. Harris, Optimizing Parallel Reduction in CUDA, kernel 5 (its early form, "
                 "without volatile); catalogue 2.2 (R11)",
       .fault =
           {"The last warp exchanges sums through shared memory and relies on lockstep execution "
            "of its lanes, without __syncwarp between a write and the read of another lane.",
            {"missing_syncwarp"}},
       .problem = {{"n", std::int64_t{512}}},
       .config = {{"block", std::int64_t{256}}, {"last_warp", "syncwarp"}},
       .replaced = "reduce::tree_unroll_last_warp"});
}

}  // namespace warpmark::reduce::mutants
