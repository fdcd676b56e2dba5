// The operands of the cross addition are swapped.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant blelloch();
}

namespace warpmark::scan::mutants {

variant cross_addition_swapped() {
  return mutant_of(blelloch(),
                   {.name = "cross_addition_swapped",
                    .source = "lecture-2019, 57:01-60:25, for sums only; catalogue 3.1 (S2)",
                    .fault = {"In the down-sweep the total of the left subtree is put before the "
                              "prefix: right for sums, and wrong for a non-commutative operator.",
                              {"wrong"}},
                    .problem = {{"n", std::int64_t{64}}, {"op", "recurrence"}},
                    .config = {{"block", std::int64_t{32}}},
                    .replaced = "scan::blelloch"});
}

}  // namespace warpmark::scan::mutants
