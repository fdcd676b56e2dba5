// The operands of the cross addition in the order in which they are met.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant blelloch();
}

namespace warpmark::scan::mutants {

variant cross_addition_swapped() {
  return mutant_of(
      blelloch(),
      {.name = "cross_addition_swapped",
       .source = "lecture-2019 (lecture), 57:01-60:25, for sums alone; catalogue 3.1 (S2)",
       .fault =
           {"On the way down the sum of the left subtree stands in front of what comes before "
            "both: right for sums, and wrong for an operator whose operands may not be swapped.",
            {"wrong"}},
       .problem = {{"n", std::int64_t{64}}, {"op", "recurrence"}},
       .config = {{"block", std::int64_t{32}}},
       .replaced = "scan::blelloch"});
}

}  // namespace warpmark::scan::mutants
