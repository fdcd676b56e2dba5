// A count is valid only below the number of keys.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant full_chunk_dropped() {
  return chunked_mutant({.name = "full_chunk_dropped",
                         .source = "dca-2016, cdpCountChunkKernel",
                         .fault = {"A count is valid only if it is less than the number of keys: a "
                                   "value that fills its chunk is dropped.",
                                   {"wrong"}},
                         .problem = {{"n", std::int64_t{256}}, {"dist", "constant"}},
                         .replaced = "count::list_chunk"});
}

}  // namespace warpmark::count::mutants
