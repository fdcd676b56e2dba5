// The recursion ends before the input does.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant too_deep_ignored() {
  return chunked_mutant(
      {.name = "too_deep_ignored",
       .source = "dca-2016, cdpCountChunkRecursiveKernel",
       .fault = {"Chunks beyond the maximum depth of launches are ignored without notice.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{1024}}},
       .replaced = "count::merge_lists"});
}

}  // namespace warpmark::count::mutants
