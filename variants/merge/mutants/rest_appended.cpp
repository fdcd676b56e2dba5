// The rest of one run is appended after the vector in registers.

#include "variants/contract/mutant.hpp"

namespace warpmark::merge {
variant thread_serial_vec4();
}

namespace warpmark::merge::mutants {

variant rest_appended() {
  return mutant_of(
      thread_serial_vec4(),
      {.name = "rest_appended",
       .source = "hybrid-sort-2008: when either array is empty, the rest of the other is appended",
       .fault = {"When one run is empty, the vector in registers and then the rest of the other "
                 "run are stored as they are, although the rest may begin below the vector.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{256}}, {"run", std::int64_t{32}}},
       .config = {{"block", std::int64_t{32}}},
       .replaced = "merge::thread_serial_vec4"});
}

}  // namespace warpmark::merge::mutants
