// Two quarters of a row are listed with nine and seven words.

#include "variants/contract/mutant.hpp"

namespace warpmark::deinterleave {
variant patent_two_phase();
}

namespace warpmark::deinterleave::mutants {

variant quarters_of_nine_and_seven() {
  return mutant_of(
      patent_two_phase(),
      {.name = "quarters_of_nine_and_seven",
       .source = "patent-2022, paragraph 59: 24, 25, ..., 32 and 18, ..., 24; catalogue 10.5, 3",
       .fault = {"Of the crossed row's third and fourth quarters one has nine words and the other "
                 "seven, as they are listed: one word occurs twice, another not at all, and those "
                 "between are off by one.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{64}}},
       .replaced = "deinterleave::patent_two_phase"});
}

}  // namespace warpmark::deinterleave::mutants
