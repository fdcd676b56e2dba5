// Vector accesses whatever the alignment of an array.

#include "variants/contract/mutant.hpp"

namespace warpmark::deinterleave {
variant vector_load();
}

namespace warpmark::deinterleave::mutants {

variant alignment_assumed() {
  return mutant_of(
      vector_load(),
      {.name = "alignment_assumed",
       .source = "catalogue 12, E5: misalignment; J. Luitjens, CUDA Pro Tip: Increase Performance "
                 "with Vectorized Memory Access (NVIDIA, 2013) warns of it",
       .fault = {"Vectors of 16 bytes are loaded from an array that begins at a multiple of 4 "
                 "bytes only.",
                 {"misaligned"}},
       .problem = {{"n", std::int64_t{1024}}, {"offset", std::int64_t{1}}},
       .replaced = "deinterleave::vector_load"});
}

}  // namespace warpmark::deinterleave::mutants
