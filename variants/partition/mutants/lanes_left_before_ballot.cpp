// Lanes without an element return, and the warp's operations name them.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant lanes_left_before_ballot() {
  return mutant_of(warp_ballot_atomic(),
                   {.name = "lanes_left_before_ballot",
                    .source = "ballot-2022, vote_ballot, with the masks that current devices "
                              "require; catalogue 10.1, 4",
                    .fault = {"Threads past the end return before the ballots and shuffles, whose "
                              "masks name all lanes of the last warp.",
                              {"missing_lanes"}},
                    .problem = {{"n", std::int64_t{100}}, {"dist", "published"}},
                    .config = {{"block", std::int64_t{128}}},
                    .replaced = "partition::warp_ballot_atomic"});
}

}  // namespace warpmark::partition::mutants
