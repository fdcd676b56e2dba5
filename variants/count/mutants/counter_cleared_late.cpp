// The counter of CountIf, cleared after the barrier instead of before it.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant counter_cleared_late() {
  return chunked_mutant({.name = "counter_cleared_late",
                         .source = "dca-2016, cdpCountIfKernel",
                         .fault = {"The counter is cleared after the barrier that precedes the "
                                   "additions instead of before it: a warp may have added already.",
                                   {"shared_race", "uninitialised_read"}},
                         .problem = {{"n", std::int64_t{64}}, {"dist", "constant"}},
                         .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
