// A barrier that only the threads with an equal key reach.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant barrier_where_equal() {
  return chunked_mutant(
      {.name = "barrier_where_equal",
       .source = "dca-2016, cdpCountIfKernel",
       .fault = {"A barrier is in a branch that only threads with an equal key take.",
                 {"divergent_barrier", "missing_syncwarp", "shared_race"}},
       .problem = {{"n", std::int64_t{64}}, {"dist", "few_distinct"}},
       .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
