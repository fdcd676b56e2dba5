#include "bench/statistics/bootstrap.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/philox.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

// Skewness of the leave-one-out estimates over six: the acceleration.
double acceleration(std::span<const double> samples, const estimator& estimate) {
  std::vector<double> without_one(samples.begin() + 1, samples.end());
  std::vector<double> left_out(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    left_out[i] = estimate(without_one);
    if (i < without_one.size()) without_one[i] = samples[i];
  }
  const double mean =
      std::accumulate(left_out.begin(), left_out.end(), 0.0) / static_cast<double>(left_out.size());
  double squares = 0;
  double cubes = 0;
  for (const double value : left_out) {
    const double apart = mean - value;
    squares += apart * apart;
    cubes += apart * apart * apart;
  }
  return squares == 0 ? 0 : cubes / (6 * std::pow(squares, 1.5));
}

// The share of replicates below the estimate, those equal to it counted half.
double share_below(std::span<const double> ascending, double estimate) {
  const auto [first, last] = std::equal_range(ascending.begin(), ascending.end(), estimate);
  const double below = static_cast<double>(first - ascending.begin());
  const double equal = static_cast<double>(last - first);
  return (below + equal / 2) / static_cast<double>(ascending.size());
}

interval between(std::span<const double> ascending, double lo, double hi, double confidence) {
  return {quantile(ascending, lo), quantile(ascending, hi), confidence};
}

}  // namespace

std::vector<double> bootstrap_replicates(std::span<const double> samples, const estimator& estimate,
                                         std::size_t resamples, std::uint64_t seed) {
  require_samples(samples, 1, "bootstrap");
  if (resamples == 0) throw std::invalid_argument("bootstrap: at least one resample is needed");
  std::vector<double> replicates(resamples);
  std::vector<double> drawn(samples.size());
  for (std::size_t r = 0; r < resamples; ++r) {
    random_stream random(seed, r);
    for (double& value : drawn) value = samples[random.below(samples.size())];
    replicates[r] = estimate(drawn);
  }
  return replicates;
}

interval percentile_bootstrap(std::span<const double> samples, const estimator& estimate,
                              const bootstrap_options& options) {
  require_samples(samples, 2, "percentile bootstrap");
  require_open_unit(options.confidence, "bootstrap confidence");
  const std::vector<double> sorted =
      ascending(bootstrap_replicates(samples, estimate, options.resamples, options.seed));
  const double tail = (1 - options.confidence) / 2;
  return between(sorted, tail, 1 - tail, options.confidence);
}

interval bca_bootstrap(std::span<const double> samples, const estimator& estimate,
                       const bootstrap_options& options) {
  require_samples(samples, 2, "BCa bootstrap");
  require_open_unit(options.confidence, "bootstrap confidence");
  const std::vector<double> sorted =
      ascending(bootstrap_replicates(samples, estimate, options.resamples, options.seed));
  const double tail = (1 - options.confidence) / 2;
  const double below = share_below(sorted, estimate(samples));
  if (below <= 0 || below >= 1) return between(sorted, tail, 1 - tail, options.confidence);
  const double bias = normal_quantile(below);
  const double skew = acceleration(samples, estimate);
  const auto level = [&](double nominal) {
    const double shifted = bias + normal_quantile(nominal);
    return normal_cdf(bias + shifted / (1 - skew * shifted));
  };
  return between(sorted, level(tail), level(1 - tail), options.confidence);
}

}  // namespace warpmark::statistics
