#include "bench/statistics/bimodality.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bench/statistics/dip.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/sample_checks.hpp"
#include "bench/statistics/step_fit.hpp"

namespace warpmark::statistics {
namespace {

constexpr std::size_t fewest_samples = 10;
constexpr double fewest_ticks = 3;

// The m samples of a tick become m evenly spaced ones within it.
std::vector<double> spread_over_ticks(std::span<const double> ascending, double resolution) {
  std::vector<double> spread(ascending.begin(), ascending.end());
  for (std::size_t first = 0; first < ascending.size();) {
    std::size_t last = first + 1;
    while (last < ascending.size() && ascending[last] == ascending[first]) ++last;
    const double count = static_cast<double>(last - first);
    for (std::size_t i = first; i < last; ++i) {
      spread[i] += resolution * ((static_cast<double>(i - first) + 0.5) / count - 0.5);
    }
    first = last;
  }
  return spread;
}

}  // namespace

bimodality assess_bimodality(std::span<const double> samples, const bimodality_options& options) {
  require_samples(samples, 1, "bimodality");
  for (const double sample : samples) require_positive(sample, "time sample");
  const std::vector<double> sorted = ascending(samples);
  bimodality seen{.lower_mode = median(samples), .upper_mode = median(samples)};
  if (sorted.size() < fewest_samples) return seen;

  seen.dip = dip_statistic(spread_over_ticks(sorted, options.resolution));
  const std::size_t cut = fit_step(sorted, 1).first_after;
  const auto lower = std::span(sorted).first(cut);
  const auto upper = std::span(sorted).subspan(cut);
  seen.lower_mode = quantile(lower, 0.5);
  seen.upper_mode = quantile(upper, 0.5);
  seen.upper_share = static_cast<double>(upper.size()) / static_cast<double>(sorted.size());

  const double gap = seen.upper_mode - seen.lower_mode;
  const bool apart =
      gap >= std::max(options.least_gap * seen.lower_mode, fewest_ticks * options.resolution);
  const bool shared = std::min(seen.upper_share, 1 - seen.upper_share) >= options.least_share;
  seen.bimodal = apart && shared && seen.dip > dip_critical_value(sorted.size());
  return seen;
}

}  // namespace warpmark::statistics
