// The steps of a butterfly in the order of the inverse.

#include "variants/contract/mutant.hpp"

namespace warpmark::deinterleave {
variant butterfly();
}

namespace warpmark::deinterleave::mutants {

variant bits_rising() {
  return mutant_of(butterfly(),
                   {.name = "bits_rising",
                    .source = "catalogue 12, E4: bit order",
                    .fault = {"The steps go from the lowest bit of the lane's number up, which "
                              "undoes a rearrangement instead of making one.",
                              {"wrong"}},
                    .problem = {{"n", std::int64_t{64}}},
                    .replaced = "deinterleave::butterfly"});
}

}  // namespace warpmark::deinterleave::mutants
