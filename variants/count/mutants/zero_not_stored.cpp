// A count of 0 is not stored, and the parent reads it all the same.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant zero_not_stored() {
  return chunked_mutant(
      {.name = "zero_not_stored",
       .source = "dca-2016, cdpCountIfKernel",
       .fault = {"A count of 0 is not stored, and the parent reads uninitialised memory.",
                 {"uninitialised_read"}},
       .problem = {{"type", "u16"},
                   {"n", std::int64_t{512}},
                   {"bins", std::int64_t{1000}},
                   {"dist", "distinct"}},
       .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
