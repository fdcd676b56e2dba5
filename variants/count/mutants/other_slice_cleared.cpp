// Cleared by (list, parent), merged by (parent, list).

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant other_slice_cleared() {
  return chunked_mutant({.name = "other_slice_cleared",
                         .source = "dca-2016, cdpCountChunkGrid2",
                         .fault = {"The slices that are cleared are not those that are merged "
                                   "into: lists begin with uninitialised contents.",
                                   {"uninitialised_read", "global_race"}},
                         .problem = {{"n", std::int64_t{2048}}},
                         .replaced = "count::merge_lists"});
}

}  // namespace warpmark::count::mutants
