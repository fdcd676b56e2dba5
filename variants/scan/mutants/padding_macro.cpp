// The widely copied macro that pads nothing.

#include "variants/contract/mutant.hpp"

namespace warpmark::scan {
variant blelloch_padded();
}

namespace warpmark::scan::mutants {

variant padding_macro() {
  return mutant_of(
      blelloch_padded(),
      {.name = "padding_macro",
       .source = "CONFLICT_FREE_OFFSET of GPU Gems 3, chapter 39, as copied without parentheses; "
                 "catalogue 3.1 (S3)",
       .fault = {"In `i >> 5 + i >> 10` the sum is evaluated first and all bits are shifted out, "
                 "so that no node is moved and all bank conflicts remain; the result is right.",
                 {"shared_load_wavefronts"}},
       .problem = {{"n", std::int64_t{1024}}},
       .config = {{"block", std::int64_t{512}}},
       .replaced = "scan::pad32"});
}

}  // namespace warpmark::scan::mutants
