// The barrier of a step is inside its `if`.

#include "variants/contract/mutant.hpp"

namespace warpmark::reduce {
variant tree_sequential();
}

namespace warpmark::reduce::mutants {

variant barrier_in_branch() {
  return mutant_of(
      tree_sequential(),
      {.name = "barrier_in_branch",
       .source = "lecture-2019, 54:46-55:14; catalogue 2.2, known-bad forms of the tree",
       .fault = {"The barrier of a step is inside the branch that only the adding threads take: a "
                 "warp reaches it with half of its lanes.",
                 {"divergent_barrier"}},
       .problem = {{"n", std::int64_t{256}}},
       .config = {{"block", std::int64_t{256}}},
       .replaced = "reduce::tree_sequential"});
}

}  // namespace warpmark::reduce::mutants
