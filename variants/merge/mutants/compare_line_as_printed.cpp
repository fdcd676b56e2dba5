// The line of the listing with its lost comparison sign.

#include "variants/contract/mutant.hpp"

namespace warpmark::merge {
variant thread_serial_vec4();
}

namespace warpmark::merge::mutants {

variant compare_line_as_printed() {
  return mutant_of(thread_serial_vec4(),
                   {.name = "compare_line_as_printed",
                    .source = "hybrid-sort-2008, the listing below Figure 1(a)",
                    .fault = {"The comparison of the printed line is an assignment: the first "
                              "vector is replaced by the second wherever it holds no zero.",
                              {"wrong"}},
                    .problem = {{"n", std::int64_t{256}}, {"run", std::int64_t{32}}},
                    .config = {{"block", std::int64_t{32}}},
                    .replaced = "merge::thread_serial_vec4"});
}

}  // namespace warpmark::merge::mutants
