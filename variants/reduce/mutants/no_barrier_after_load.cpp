// The barrier after the load is removed.

#include "variants/contract/mutant.hpp"

namespace warpmark::reduce {
variant tree_sequential();
}

namespace warpmark::reduce::mutants {

variant no_barrier_after_load() {
  return mutant_of(
      tree_sequential(),
      {.name = "no_barrier_after_load",
       .source = "lecture-2019, 54:46-55:14, which suggests commenting barriers out",
       .fault = {"There is no barrier between the load of the tile and the first step of the tree, "
                 "which reads slots that another warp may not have filled.",
                 {"shared_race", "uninitialised_read"}},
       .problem = {{"n", std::int64_t{256}}},
       .config = {{"block", std::int64_t{256}}},
       .replaced = "reduce::tree_sequential"});
}

}  // namespace warpmark::reduce::mutants
