// Indices of parents that exceed their array.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant parent_modulo_100() {
  return chunked_mutant({.name = "parent_modulo_100",
                         .source = "dca-2016, cdpDistCountLaunch",
                         .fault = {"Parents are numbered modulo 100, which exceeds the first "
                                   "dimension of the array of their lists.",
                                   {"out_of_bounds", "uninitialised_read"}},
                         .problem = {{"n", std::int64_t{2048}}},
                         .replaced = "count::merge_lists"});
}

}  // namespace warpmark::count::mutants
