// The search compares values with frequencies.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant value_against_frequency() {
  return chunked_mutant({.name = "value_against_frequency",
                         .source = "dca-2016, cdpMergeAllReduction",
                         .fault = {"Values of the table are compared with frequencies of the "
                                   "lists, not with their values.",
                                   {"wrong"}},
                         .problem = {{"n", std::int64_t{256}}},
                         .replaced = "count::merge_lists"});
}

}  // namespace warpmark::count::mutants
