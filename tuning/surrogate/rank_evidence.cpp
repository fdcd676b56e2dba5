#include "tuning/surrogate/rank_evidence.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace warpmark::tuning {
namespace {

constexpr double max_correlation = 0.999;  // so that few equal ranks are no proof

// Ranks about their mean; equal values share theirs.
std::vector<double> centred_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  const double middle = (static_cast<double>(values.size()) - 1) / 2;
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0, next = 0; first < order.size(); first = next) {
    while (next < order.size() && values[order[next]] == values[order[first]]) ++next;
    for (std::size_t i = first; i < next; ++i)
      ranks[order[i]] = static_cast<double>(first + next - 1) / 2 - middle;
  }
  return ranks;
}

double rank_product(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

double chance_of_relation(std::span<const double> expected, std::span<const double> observed) {
  if (expected.size() < 3) return 0;
  const auto one = centred_ranks(expected), other = centred_ranks(observed);
  const double squares = rank_product(one, one) * rank_product(other, other);
  const double correlation =
      squares > 0 ? std::min(rank_product(one, other) / std::sqrt(squares), max_correlation) : 0;
  if (correlation <= 0) return 0;
  const auto count = static_cast<double>(expected.size());
  const double log_odds =
      -0.5 * count * std::log(1 - correlation * correlation) - 0.5 * std::log(count);
  return 1 / (1 + std::exp(-log_odds));
}

}  // namespace warpmark::tuning
