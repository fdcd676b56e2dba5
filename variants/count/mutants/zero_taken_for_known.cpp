// Cleared records look as if they held the key 0.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant zero_taken_for_known() {
  return chunked_mutant({.name = "zero_taken_for_known",
                         .source = "dca-2016, cdpCountChunkKernel",
                         .fault = {"Duplicates are looked up among records that were filled with "
                                   "zeros, where the key 0 seems to be known already, and is lost.",
                                   {"wrong"}},
                         .problem = {{"n", std::int64_t{128}}, {"dist", "distinct"}},
                         .replaced = "count::list_chunk"});
}

}  // namespace warpmark::count::mutants
