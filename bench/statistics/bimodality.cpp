#include "bench/statistics/bimodality.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "bench/statistics/dip.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/runs_test.hpp"
#include "bench/statistics/sample_checks.hpp"
#include "bench/statistics/step_fit.hpp"
#include "bench/statistics/tick_spreading.hpp"

namespace warpmark::statistics {
namespace {

constexpr std::size_t min_samples = 10;
constexpr double min_ticks = 3;

}  // namespace

bimodality assess_bimodality(std::span<const double> samples, const bimodality_options& options) {
  require_samples(samples, 1, "bimodality");
  for (const double sample : samples) require_positive(sample, "time sample");
  const std::vector<double> sorted = ascending(samples);
  bimodality seen{.lower_mode = median(samples), .upper_mode = median(samples)};
  if (sorted.size() < min_samples) return seen;

  seen.dip = dip_statistic(spread_over_ticks(sorted, options.resolution));
  const std::size_t cut = fit_step(sorted, 1).first_after;
  const auto lower = std::span(sorted).first(cut);
  const auto upper = std::span(sorted).subspan(cut);
  seen.lower_mode = quantile(lower, 0.5);
  seen.upper_mode = quantile(upper, 0.5);
  seen.upper_share = static_cast<double>(upper.size()) / static_cast<double>(sorted.size());

  const double gap = seen.upper_mode - seen.lower_mode;
  const bool apart =
      gap >= std::max(options.min_gap * seen.lower_mode, min_ticks * options.resolution);
  const bool shared = std::min(seen.upper_share, 1 - seen.upper_share) >= options.min_share;
  seen.bimodal = apart && shared && seen.dip > dip_critical_value(sorted.size());
  seen.lasting = seen.bimodal && comes_in_long_runs(samples, upper.front());
  return seen;
}

}  // namespace warpmark::statistics
