// The rest of one run is appended; the vector in registers is not stored.

#include "variants/contract/mutant.hpp"

namespace warpmark::merge {
variant thread_serial_vec4();
}

namespace warpmark::merge::mutants {

variant register_vector_lost() {
  return mutant_of(
      thread_serial_vec4(),
      {.name = "register_vector_lost",
       .source = "hybrid-sort-2008: when either array is empty, the rest of the other is appended",
       .fault = {"When one run is empty, only the rest of the other is stored, and the four keys "
                 "in registers are lost.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{256}}, {"run", std::int64_t{32}}},
       .config = {{"block", std::int64_t{32}}},
       .replaced = "merge::thread_serial_vec4"});
}

}  // namespace warpmark::merge::mutants
