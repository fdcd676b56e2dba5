// 10.4 (b)

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant barrier_where_equal() {
  return chunked_mutant({.name = "barrier_where_equal",
                         .source = "seed 003 (article), cdpCountIfKernel",
                         .fault = {"A barrier stands where only threads with an equal key come.",
                                   {"divergent_barrier"}},
                         .problem = {{"n", std::int64_t{64}}, {"dist", "few_distinct"}},
                         .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
