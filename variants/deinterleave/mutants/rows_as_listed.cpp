// The rows of the transit register in the order in which they are named.

#include "variants/contract/mutant.hpp"

namespace warpmark::deinterleave {
variant patent_two_phase();
}

namespace warpmark::deinterleave::mutants {

variant rows_as_listed() {
  return mutant_of(
      patent_two_phase(),
      {.name = "rows_as_listed",
       .source =
           "patent-2022, paragraph 50, where paragraph 59 has another order; catalogue 10.5, 1",
       .fault = {"The registers fill the transit register in the order r4, r5, r6, r7 instead of "
                 "r4, r6, r5, r7: the extraction finds other words in its rows, at every width.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{64}}},
       .replaced = "deinterleave::patent_two_phase"});
}

}  // namespace warpmark::deinterleave::mutants
