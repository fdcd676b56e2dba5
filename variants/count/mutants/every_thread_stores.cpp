// Every thread stores the counter, none waits for the others.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant every_thread_stores() {
  return chunked_mutant(
      {.name = "every_thread_stores",
       .source = "dca-2016, cdpCountIfKernel",
       .fault = {"Every thread stores the counter as it finds it, without a barrier behind the "
                 "additions: a partial count may be what stays.",
                 {"shared_race", "missing_syncwarp", "global_race"}},
       .problem = {{"n", std::int64_t{64}}, {"dist", "constant"}},
       .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
