// The mask of the elements that go left is older than the second ballot.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant equals_in_both_groups() {
  return mutant_of(
      warp_ballot_atomic(),
      {.name = "equals_in_both_groups",
       .source = "ballot-2022, vote_ballot, which has the sample's two statements the other way "
                 "round; catalogue 10.1, 2",
       .fault = {"If no element is above the pivot a second ballot sends the equal ones right, but "
                 "the group that goes left is not updated: equal elements are counted in both, "
                 "some places stay empty and others are written twice.",
                 {"global_race", "missing_syncwarp"}},
       .problem = {{"n", std::int64_t{100}}, {"dist", "exact"}, {"selectivity", std::int64_t{100}}},
       .config = {{"block", std::int64_t{128}}},
       .replaced = "partition::warp_ballot_atomic"});
}

}  // namespace warpmark::partition::mutants
