// The bound is one too large: right only with exactly as many threads as elements.

#include "variants/contract/mutant.hpp"

namespace warpmark::partition {
variant warp_ballot_atomic();
}

namespace warpmark::partition::mutants {

variant index_n_let_through() {
  return mutant_of(
      warp_ballot_atomic(),
      {.name = "index_n_let_through",
       .source = "ballot-2022, vote_ballot, whose bounds check is thread_id > n; catalogue 10.1, 1",
       .fault =
           {"The thread with index n passes the bounds check: with more threads than elements, "
            "which the page never has, one element past the end is split with the others.",
            {"out_of_bounds", "missing_syncwarp"}},
       .problem = {{"n", std::int64_t{100}}, {"dist", "published"}},
       .config = {{"block", std::int64_t{128}}},
       .replaced = "partition::warp_ballot_atomic"});
}

}  // namespace warpmark::partition::mutants
