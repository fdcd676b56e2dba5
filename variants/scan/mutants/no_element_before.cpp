// Every thread adds the element d before its own, and the first have none.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant hillis_steele();
}

namespace warpmark::scan::mutants {

variant no_element_before() {
  return mutant_of(
      hillis_steele(),
      {.name = "no_element_before",
       .source =
           "lecture-2019, 53:10-53:26: each adds the next one, then every second, fourth, eighth",
       .fault = {"The first d threads of a step of distance d add a value before the tile as well.",
                 {"out_of_bounds"}},
       .problem = {{"n", std::int64_t{256}}},
       .config = {{"block", std::int64_t{256}}, {"buffers", std::int64_t{1}}},
       .replaced = "scan::hillis_steele"});
}

}  // namespace warpmark::scan::mutants
