// The handle of a level that does not exist.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant handles_overflow() {
  return chunked_mutant({.name = "handles_overflow",
                         .source = "dca-2016, cdpCountChunkRecursiveKernel",
                         .fault = {"The array of handles has as many entries as there are levels, "
                                   "and the last level writes one past the end.",
                                   {"out_of_bounds"}},
                         .problem = {{"n", std::int64_t{1024}}},
                         .replaced = "count::merge_lists"});
}

}  // namespace warpmark::count::mutants
