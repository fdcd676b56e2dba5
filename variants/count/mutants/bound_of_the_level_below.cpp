// A loop bound of the wrong level.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant bound_of_the_level_below() {
  return chunked_mutant({.name = "bound_of_the_level_below",
                         .source = "dca-2016, cdpMergeAllReduction",
                         .fault = {"Lists of the upper level are read up to the length of the "
                                   "lists one level below; the rest is omitted.",
                                   {"wrong"}},
                         .problem = {{"type", "u16"},
                                     {"n", std::int64_t{2048}},
                                     {"bins", std::int64_t{1000}},
                                     {"dist", "distinct"}},
                         .replaced = "count::merge_lists"});
}

}  // namespace warpmark::count::mutants
