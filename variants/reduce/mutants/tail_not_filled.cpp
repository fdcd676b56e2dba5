// Threads without an element do nothing and do not clear their slot.

#include "variants/contract/mutant.hpp"

namespace warpmark::reduce {
variant tree_sequential();
}

namespace warpmark::reduce::mutants {

variant tail_not_filled() {
  return mutant_of(
      tree_sequential(),
      {.name = "tail_not_filled",
       .source = "lecture-2019, 19:06-19:28: excess threads just do nothing; catalogue 2.1 (R4)",
       .fault = {"Threads past the end leave their slot of shared memory as it was instead of "
                 "writing the neutral element, and the tree adds its contents.",
                 {"uninitialised_read"}},
       .problem = {{"n", std::int64_t{200}}},
       .config = {{"block", std::int64_t{256}}},
       .replaced = "reduce::tree_sequential"});
}

}  // namespace warpmark::reduce::mutants
