// A barrier that 31 of 32 lanes do not reach.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant barrier_of_one_lane() {
  return mutant_of(
      warp_ballot_atomic(),
      {.name = "barrier_of_one_lane",
       .source = "ballot-2022, vote_ballot; catalogue 10.1, 3",
       .fault = {"The barrier of the block is in the branch that only lane 0 takes; the other "
                 "lanes reach the shuffles without it and take arbitrary indices.",
                 {"divergent_barrier", "missing_lanes", "global_race"}},
       .problem = {{"n", std::int64_t{100}}, {"dist", "published"}},
       .config = {{"block", std::int64_t{128}}},
       .replaced = "partition::warp_ballot_atomic"});
}

}  // namespace warpmark::partition::mutants
