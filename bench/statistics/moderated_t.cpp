#include "bench/statistics/moderated_t.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "bench/statistics/polygamma.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

constexpr double smallest_share_of_median = 1e-5;

void check(std::span<const double> variances, std::span<const double> dfs) {
  require_samples(variances, 2, "variance prior");
  if (dfs.size() != variances.size()) {
    throw std::invalid_argument("variance prior: as many degrees of freedom as variances");
  }
  for (const double df : dfs) require_positive(df, "variance prior's degrees of freedom");
  if (*std::min_element(variances.begin(), variances.end()) < 0) {
    throw std::invalid_argument("variance prior: a variance is negative");
  }
  if (*std::max_element(variances.begin(), variances.end()) == 0) {
    throw std::invalid_argument("variance prior: all variances are 0");
  }
}

// What replaces a variance of 0: a little of the median, or of the mean where the median is 0 too.
double floor_of(std::span<const double> variances) {
  const double middle = median(variances);
  const double mean = std::accumulate(variances.begin(), variances.end(), 0.0) /
                      static_cast<double>(variances.size());
  return smallest_share_of_median * (middle > 0 ? middle : mean);
}

}  // namespace

variance_prior fit_variance_prior(std::span<const double> variances, std::span<const double> dfs) {
  check(variances, dfs);
  const double min_variance = floor_of(variances);
  const auto count = static_cast<double>(variances.size());
  std::vector<double> logs(variances.size());
  double noise = 0;  // Variance of the log of a sample variance whose true variance is fixed.
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double half = dfs[i] / 2;
    logs[i] = std::log(std::max(variances[i], min_variance)) - digamma(half) + std::log(half);
    noise += trigamma(half) / count;
  }
  const sample_moments seen = moments_of(logs);
  const double excess = seen.variance - noise;
  if (excess <= 0) return {std::exp(seen.mean), std::numeric_limits<double>::infinity()};
  const double half = trigamma_inverse(excess);
  return {std::exp(seen.mean + digamma(half) - std::log(half)), 2 * half};
}

variance_prior posterior_variance(double variance, double df, const variance_prior& prior) {
  if (std::isinf(prior.df)) return prior;
  const double total = df + prior.df;
  return {(df * variance + prior.df * prior.variance) / total, total};
}

std::vector<t_result> moderated_t_test(std::span<const sample_moments> points, double shift,
                                       alternative side) {
  std::vector<double> variances;
  std::vector<double> dfs;
  for (const sample_moments& point : points) {
    if (point.n < 2)
      throw std::invalid_argument("moderated t test: a point has fewer than two samples");
    variances.push_back(point.variance);
    dfs.push_back(static_cast<double>(point.n - 1));
  }
  const variance_prior prior = fit_variance_prior(variances, dfs);
  const double all_df = std::accumulate(dfs.begin(), dfs.end(), 0.0);
  std::vector<t_result> results;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const variance_prior posterior = posterior_variance(variances[i], dfs[i], prior);
    const double error = std::sqrt(posterior.variance / static_cast<double>(points[i].n));
    results.push_back(
        t_test_of(points[i].mean, error, std::min(posterior.df, all_df), shift, side));
  }
  return results;
}

}  // namespace warpmark::statistics
