#include "bench/statistics/step_fit.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bench/statistics/philox.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

void check(std::span<const double> series, std::size_t shortest) {
  if (shortest == 0) throw std::invalid_argument("step fit: a level needs at least one value");
  require_samples(series, 2 * shortest, "step fit");
}

double level_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

struct best_split {
  std::size_t first_after = 0;
  double explained = -1;  // Sum of squares between the two levels.
};

// `centred` has mean 0, so the squares that a split explains follow from the sum of its left part.
best_split split(std::span<const double> centred, std::size_t shortest) {
  const std::size_t n = centred.size();
  best_split best;
  double left = 0;
  for (std::size_t i = 1; i + shortest <= n; ++i) {
    left += centred[i - 1];
    if (i < shortest) continue;
    const double sides = static_cast<double>(i) * static_cast<double>(n - i);
    const double explained = left * left * static_cast<double>(n) / sides;
    if (explained > best.explained) best = {i, explained};
  }
  return best;
}

std::vector<double> deviations(std::span<const double> series) {
  std::vector<double> values(series.begin(), series.end());
  const double mean = level_of(series);
  for (double& value : values) value -= mean;
  return values;
}

}  // namespace

step fit_step(std::span<const double> series, std::size_t shortest) {
  check(series, shortest);
  const std::size_t at = split(deviations(series), shortest).first_after;
  const auto left = series.first(at);
  const auto right = series.subspan(at);
  step found{.first_after = at, .before = level_of(left), .after = level_of(right)};
  double unexplained = 0;
  for (const double value : left) unexplained += (value - found.before) * (value - found.before);
  for (const double value : right) unexplained += (value - found.after) * (value - found.after);
  const double apart = found.after - found.before;
  const auto n = static_cast<double>(series.size());
  const double explained =
      apart * apart * static_cast<double>(left.size()) * static_cast<double>(right.size()) / n;
  if (explained == 0) return found;
  found.f_statistic = unexplained == 0 ? std::numeric_limits<double>::infinity()
                                       : (n - 2) * explained / unexplained;
  return found;
}

}  // namespace warpmark::statistics
