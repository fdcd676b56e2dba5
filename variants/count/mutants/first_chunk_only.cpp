// No loop over the keys: those after the first blockDim are never compared with.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant first_chunk_only() {
  return chunked_mutant(
      {.name = "first_chunk_only",
       .source = "dca-2016, cdpCountIfKernel",
       .fault = {"Keys are compared with the first blockDim keys only, whatever their own index.",
                 {"wrong"}},
       .problem = {{"type", "u16"},
                   {"n", std::int64_t{512}},
                   {"bins", std::int64_t{1000}},
                   {"dist", "distinct"}},
       .replaced = "count::count_if"});
}

}  // namespace warpmark::count::mutants
