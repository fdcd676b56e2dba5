// Every thread stores the counter without waiting for the others.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant every_thread_stores() {
  return chunked_mutant({.name = "every_thread_stores",
                         .source = "dca-2016, cdpCountIfKernel",
                         .fault = {"Every thread stores the counter's current value, without a "
                                   "barrier after the additions: a partial count may remain.",
                                   {"shared_race", "missing_syncwarp", "global_race"}},
                         .problem = {{"n", std::int64_t{64}}, {"dist", "constant"}},
                         .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
