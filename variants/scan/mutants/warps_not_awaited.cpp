// The second barrier of the two-level scan is missing.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant shuffle_two_level();
}

namespace warpmark::scan::mutants {

variant warps_not_awaited() {
  return mutant_of(shuffle_two_level(),
                   {.name = "warps_not_awaited",
                    .source = "lecture-2019, 65:40-68:34, whose three stages mention one barrier",
                    .fault = {"The warps add their prefix without waiting for the warp that scans "
                              "the totals of all warps.",
                              {"shared_race"}},
                    .problem = {{"n", std::int64_t{256}}},
                    .config = {{"block", std::int64_t{256}}},
                    .replaced = "scan::shuffle_two_level"});
}

}  // namespace warpmark::scan::mutants
