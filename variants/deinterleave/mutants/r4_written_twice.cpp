// Both series go to one register.

#include "variants/contract/mutant.hpp"

namespace warpmark::deinterleave {
variant patent_two_phase();
}

namespace warpmark::deinterleave::mutants {

variant r4_written_twice() {
  return mutant_of(
      patent_two_phase(),
      {.name = "r4_written_twice",
       .source = "patent-2022, paragraph 57: the second register r4; catalogue 10.5, 2",
       .fault = {"The second series is written to r4 like the first, which is lost, and r5 keeps "
                 "its old contents.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{64}}},
       .replaced = "deinterleave::patent_two_phase"});
}

}  // namespace warpmark::deinterleave::mutants
