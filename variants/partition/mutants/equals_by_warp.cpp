// The side of elements equal to the pivot depends on the others of their warp.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant equals_by_warp() {
  return mutant_of(
      warp_ballot_atomic(),
      {.name = "equals_by_warp",
       .source = "ballot-2022, vote_ballot, and the quicksort of NVIDIA/cuda-samples "
                 "(cdpAdvancedQuicksort) from which it is taken; catalogue 10.1, 10",
       .fault =
           {"Elements equal to the pivot go left from a warp that holds any above it, and right "
            "from one that holds none: a rule for quicksort, and no partition by a predicate.",
            {"wrong"}},
       .problem = {{"n", std::int64_t{100}}, {"dist", "exact"}, {"selectivity", std::int64_t{100}}},
       .config = {{"block", std::int64_t{128}}},
       .replaced = "partition::warp_ballot_atomic"});
}

}  // namespace warpmark::partition::mutants
