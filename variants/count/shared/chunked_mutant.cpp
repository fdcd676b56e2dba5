#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count {

variant chunked();

variant chunked_mutant(mutant_case shown) {
  shown.config.insert(
      shown.config.begin(),
      {{"chunk", std::int64_t{64}}, {"fanout", std::int64_t{16}}, {"launches", "per_level"}});
  return mutant_of(chunked(), std::move(shown));
}

}  // namespace warpmark::count
