#include "tuning/live/finals_effort.hpp"

#include <algorithm>

namespace warpmark::tuning {

std::size_t rounds_on(const std::string& backend) {
  return backend == "simt" ? 1 : finals_options{}.rounds;
}

finals_options finals_of(const measuring_options& search, std::size_t rounds, double margin) {
  finals_options options{
      .rounds = rounds, .more = 2 * rounds, .measuring = search, .margin = margin};
  options.measuring.precision = std::min(search.precision, 0.005);
  // Long kernels vary little: a few samples per round suffice.
  options.measuring.max_seconds = 0.03;
  // Variation between processes exceeds that within one.
  options.measuring.max_samples = 15;
  return options;
}

}  // namespace warpmark::tuning
