#include "bench/statistics/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

double quantile(std::span<const double> ascending, double p) {
  if (ascending.empty()) throw std::invalid_argument("quantile: no samples");
  require_closed_unit(p, "quantile's probability");
  const double place = p * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], place - static_cast<double>(below));
}

double median(std::span<const double> samples) {
  require_samples(samples, 1, "median");
  return quantile(ascending(samples), 0.5);
}

}  // namespace warpmark::statistics
