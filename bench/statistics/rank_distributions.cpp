#include "bench/statistics/rank_distributions.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warpmark::statistics {
namespace {

std::size_t sum_of(std::span<const std::size_t> ranks) {
  return std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
}

}  // namespace

lattice_distribution::lattice_distribution(std::vector<double> probabilities)
    : probabilities_(std::move(probabilities)) {}

double lattice_distribution::at_most(std::size_t value) const {
  const std::size_t count = std::min(value + 1, probabilities_.size());
  return std::accumulate(probabilities_.begin(),
                         probabilities_.begin() + static_cast<std::ptrdiff_t>(count), 0.0);
}

double lattice_distribution::at_least(std::size_t value) const {
  const std::size_t first = std::min(value, probabilities_.size());
  return std::accumulate(probabilities_.rbegin(),
                         probabilities_.rend() - static_cast<std::ptrdiff_t>(first), 0.0);
}

lattice_distribution signed_rank_distribution(std::span<const std::size_t> doubled_ranks) {
  std::vector<double> probability(sum_of(doubled_ranks) + 1, 0.0);
  probability[0] = 1;
  std::size_t reached = 0;
  for (const std::size_t rank : doubled_ranks) {
    reached += rank;
    for (std::size_t sum = reached + 1; sum-- > 0;) {
      probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
    }
  }
  return lattice_distribution(std::move(probability));
}

}  // namespace warpmark::statistics
