// The binary argument, applied to the index instead of the number of elements.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant hillis_steele();
}

namespace warpmark::scan::mutants {

variant index_for_count() {
  return mutant_of(
      hillis_steele(),
      {.name = "index_for_count",
       .source = "lecture-2019, 53:30-54:12: 6 is 110 in binary, so four elements and two",
       .fault = {"The segments of prefix i are taken from the binary digits of i instead of i + 1: "
                 "there are seven elements up to element 6, not six, and element 0 is lost.",
                 {"wrong"}},
       .problem = {{"n", std::int64_t{256}}},
       .config = {{"block", std::int64_t{256}}, {"buffers", std::int64_t{1}}},
       .replaced = "scan::hillis_steele"});
}

}  // namespace warpmark::scan::mutants
