// One thread clears what others are writing.

#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

variant cleared_by_one_thread() {
  return chunked_mutant({.name = "cleared_by_one_thread",
                         .source = "dca-2016, cdpCountChunkKernel",
                         .fault = {"One thread clears the records, unordered with the threads that "
                                   "write theirs: records disappear.",
                                   {"shared_race", "missing_syncwarp"}},
                         .problem = {{"n", std::int64_t{64}}, {"dist", "distinct"}},
                         .replaced = "count::list_chunk"});
}

}  // namespace warpmark::count::mutants
