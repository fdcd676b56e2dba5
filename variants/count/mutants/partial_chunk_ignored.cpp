// A chunk that is not full is not counted.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant partial_chunk_ignored() {
  return chunked_mutant(
      {.name = "partial_chunk_ignored",
       .source = "dca-2016, cdpCountChunkRecursiveKernel",
       .fault = {"A chunk that extends past the end of the input is omitted with all its keys.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{100}}},
       .replaced = "count::list_chunk"});
}

}  // namespace warpmark::count::mutants
