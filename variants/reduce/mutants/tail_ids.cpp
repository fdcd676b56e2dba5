// Of 512 threads for 258 elements, those after number 258 are said to be idle.

#include "variants/contract/mutant.hpp"

namespace warpmark::reduce {
variant atomic_single_cell();
}

namespace warpmark::reduce::mutants {

variant tail_ids() {
  return mutant_of(
      atomic_single_cell(),
      {.name = "tail_ids",
       .source =
           "lecture-2019, 19:06-19:22 (258 elements, 512 threads); the same bound in ballot-2022",
       .fault = {"The bounds check passes the thread with index n: of 512 threads for 258 "
                 "elements, those from 259 on are idle instead of those from 258 on; one element "
                 "past the end is read.",
                 {"out_of_bounds"}},
       .problem = {{"n", std::int64_t{258}}},
       .config = {{"block", std::int64_t{256}}},
       .replaced = "reduce::atomic_single_cell"});
}

}  // namespace warpmark::reduce::mutants
