// The rest of one run appended, the vector in registers forgotten.

#include "variants/contract/mutant.hpp"

namespace warpmark::merge {
variant thread_serial_vec4();
}

namespace warpmark::merge::mutants {

variant register_vector_lost() {
  return mutant_of(
      thread_serial_vec4(),
      {.name = "register_vector_lost",
       .source =
           "hybrid-sort-2008: when either array is empty, the remains of the other are appended",
       .fault = {"When one run is empty, only the rest of the other goes out, and the four keys in "
                 "registers are lost.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{256}}, {"run", std::int64_t{32}}},
       .config = {{"block", std::int64_t{32}}},
       .replaced = "merge::thread_serial_vec4"});
}

}  // namespace warpmark::merge::mutants
