// Signed keys are compared as unsigned ones.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant negatives_above() {
  return mutant_of(
      warp_ballot_atomic(),
      {.name = "negatives_above",
       .source = "ballot-2022, vote_ballot: unsigned data = a[thread_id]; catalogue 10.1, 6",
       .fault = {"Signed keys are read into an unsigned variable, so that negative keys are above "
                 "every non-negative pivot.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{100}}, {"type", "i32"}},
       .config = {{"block", std::int64_t{128}}},
       .replaced = "partition::warp_ballot_atomic"});
}

}  // namespace warpmark::partition::mutants
