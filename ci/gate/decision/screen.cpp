#include "ci/gate/decision/screen.hpp"

#include <algorithm>
#include <cmath>

#include "bench/statistics/moderated_t.hpp"

namespace warpmark::gate {
namespace {

using statistics::alternative;
using statistics::sample_moments;
using statistics::t_result;

std::vector<t_result> estimates_of(const std::vector<sample_moments>& points) {
  const bool varied = std::any_of(points.begin(), points.end(),
                                  [](const sample_moments& point) { return point.variance > 0; });
  if (points.size() > 1 && varied) return statistics::moderated_t_test(points);
  std::vector<t_result> results;
  for (const sample_moments& point : points) {
    const auto n = static_cast<double>(point.n);
    results.push_back(statistics::t_test_of(point.mean, std::sqrt(point.variance / n), n - 1, 0,
                                            alternative::two_sided));
  }
  return results;
}

double p_beyond(const t_result& measured, double bound, alternative side) {
  return statistics::t_test_of(measured.estimate, measured.standard_error, measured.df, bound, side)
      .p_value;
}

}  // namespace

std::vector<std::optional<screened_point>> screen(
    const std::vector<std::vector<double>>& log_ratios, const std::vector<point_terms>& terms) {
  std::vector<std::size_t> tested;
  std::vector<sample_moments> moments;
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {
    if (log_ratios[i].size() < 2) continue;
    tested.push_back(i);
    moments.push_back(statistics::moments_of(log_ratios[i]));
  }
  const std::vector<t_result> estimates = estimates_of(moments);
  std::vector<std::optional<screened_point>> results(log_ratios.size());
  for (std::size_t k = 0; k < tested.size(); ++k) {
    const double margin = std::log1p(terms[tested[k]].margin);
    results[tested[k]] = {estimates[k], p_beyond(estimates[k], margin, alternative::greater),
                          p_beyond(estimates[k], -margin, alternative::less)};
  }
  return results;
}

}  // namespace warpmark::gate
