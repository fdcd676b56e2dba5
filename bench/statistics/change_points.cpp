#include "bench/statistics/change_points.hpp"

#include <cmath>
#include <numeric>

#include "bench/statistics/sample_checks.hpp"

namespace warpmark::statistics {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Adds the splits of series[first, last) to `splits`, ascending.
void split_range(std::span<const double> series, std::size_t first, std::size_t last,
                 const change_point_options& options, std::vector<step>& splits) {
  const auto part = series.subspan(first, last - first);
  if (part.size() < 2 * options.shortest) return;
  step found = fit_step(part, options.shortest);
  if (std::abs(found.after / found.before - 1) < options.min_change) return;
  if (step_p_value(part, options.shortest, options.permutations, options.seed) > options.alpha) {
    return;
  }
  found.first_after += first;
  split_range(series, first, found.first_after, options, splits);
  splits.push_back(found);
  split_range(series, found.first_after, last, options, splits);
}

}  // namespace

std::vector<step> find_change_points(std::span<const double> series,
                                     const change_point_options& options) {
  require_closed_unit(options.alpha, "change points' alpha");
  for (const double value : series) require_positive(value, "value of a history");
  if (series.empty()) return {};
  std::vector<step> steps;
  split_range(series, 0, series.size(), options, steps);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t at = steps[i].first_after;
    const std::size_t start = i == 0 ? 0 : steps[i - 1].first_after;
    const std::size_t end = i + 1 == steps.size() ? series.size() : steps[i + 1].first_after;
    steps[i].before = mean_of(series.subspan(start, at - start));
    steps[i].after = mean_of(series.subspan(at, end - at));
  }
  return steps;
}

}  // namespace warpmark::statistics
