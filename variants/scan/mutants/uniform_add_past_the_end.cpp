// The bound of the last stage is one too large.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant shuffle_two_level();
}

namespace warpmark::scan::mutants {

variant uniform_add_past_the_end() {
  return mutant_of(
      shuffle_two_level(),
      {.name = "uniform_add_past_the_end",
       .source = "CUDA samples, shfl_scan, as catalogue 3.1 (S4) describes its last stage",
       .fault = {"The thread whose index is the number of elements passes the bounds check and "
                 "adds the prefix to what follows the last element.",
                 {"out_of_bounds"}},
       .problem = {{"n", std::int64_t{300}}},
       .config = {{"block", std::int64_t{256}}},
       .replaced = "scan::add_prefixes"});
}

}  // namespace warpmark::scan::mutants
