// The second comparison comes too late to see the vector that it is about.

#include "variants/contract/mutant.hpp"

namespace warpmark::merge {
variant thread_serial_vec4();
}

namespace warpmark::merge::mutants {

variant second_compare_overwritten() {
  return mutant_of(
      thread_serial_vec4(),
      {.name = "second_compare_overwritten",
       .source = "hybrid-sort-2008, Figure 1(a) and its two compare-and-swap instructions, "
                 "executed as they stand",
       .fault = {"The upper half is chosen by comparing with a vector that already "
                 "holds the lower half: keys are lost and others doubled.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{256}}, {"run", std::int64_t{32}}},
       .config = {{"block", std::int64_t{32}}},
       .replaced = "merge::thread_serial_vec4"});
}

}  // namespace warpmark::merge::mutants
