// The second comparison reads a vector that the first one has overwritten.

#include "variants/contract/mutant.hpp"

namespace warpmark::merge {
variant thread_serial_vec4();
}

namespace warpmark::merge::mutants {

variant second_compare_overwritten() {
  return mutant_of(thread_serial_vec4(),
                   {.name = "second_compare_overwritten",
                    .source = "hybrid-sort-2008, Figure 1(a) and its two compare-and-swap "
                              "instructions, executed as printed",
                    .fault = {"The upper half is selected by comparison with a vector that already "
                              "holds the lower half: keys are lost and others duplicated.",
                              {"wrong"}},
                    .problem = {{"n", std::int64_t{256}}, {"run", std::int64_t{32}}},
                    .config = {{"block", std::int64_t{32}}},
                    .replaced = "merge::thread_serial_vec4"});
}

}  // namespace warpmark::merge::mutants
