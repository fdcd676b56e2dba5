// In place with a barrier only after the write.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant hillis_steele();
}

namespace warpmark::scan::mutants {

variant one_barrier_a_step() {
  return mutant_of(hillis_steele(),
                   {.name = "one_barrier_a_step",
                    .source = "lecture-2019, 54:46-54:54: a barrier at the end, after the write",
                    .fault = {"In place, a step has a barrier after its writes but none before "
                              "them: a slot may be overwritten before it is read.",
                              {"shared_race", "missing_syncwarp"}},
                    .problem = {{"n", std::int64_t{256}}},
                    .config = {{"block", std::int64_t{256}}, {"buffers", std::int64_t{1}}},
                    .replaced = "scan::hillis_steele"});
}

}  // namespace warpmark::scan::mutants
