#include "bench/statistics/harrell_davis.hpp"

#include <numeric>
#include <stdexcept>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {

std::vector<double> harrell_davis_weights(std::size_t n, double p) {
  if (n == 0) throw std::invalid_argument("Harrell-Davis weights: no samples");
  require_open_unit(p, "Harrell-Davis probability");
  const double count = static_cast<double>(n);
  const double a = (count + 1) * p;
  const double b = (count + 1) * (1 - p);
  std::vector<double> weights(n);
  double below = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double upto = beta_cdf(static_cast<double>(i + 1) / count, a, b);
    weights[i] = upto - below;
    below = upto;
  }
  return weights;
}

double harrell_davis(std::span<const double> samples, double p) {
  require_samples(samples, 1, "Harrell-Davis quantile");
  const std::vector<double> sorted = ascending(samples);
  const std::vector<double> weights = harrell_davis_weights(sorted.size(), p);
  return std::inner_product(sorted.begin(), sorted.end(), weights.begin(), 0.0);
}

}  // namespace warpmark::statistics
