// Padding increases memory; the lecture says that it saves some.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant blelloch_padded();
}

namespace warpmark::scan::mutants {

variant memory_shrinks() {
  return mutant_of(blelloch_padded(),
                   {.name = "memory_shrinks",
                    .source = "lecture-2019, 70:31-70:47: the memory shrinks by 1/32",
                    .fault = {"Shared memory for 31/32 of the nodes is allocated where their "
                              "padded slots take 33/32.",
                              {"out_of_bounds"}},
                    .problem = {{"n", std::int64_t{1024}}},
                    .config = {{"block", std::int64_t{512}}},
                    .replaced = "scan::pad32"});
}

}  // namespace warpmark::scan::mutants
