#include "ci/gate/decision/confirm.hpp"

#include <algorithm>
#include <cmath>

#include "bench/statistics/distributions.hpp"
#include "bench/statistics/hodges_lehmann.hpp"
#include "bench/statistics/multiple_testing.hpp"
#include "bench/statistics/signed_rank_test.hpp"

namespace warpmark::gate {

using statistics::alternative;

namespace {

constexpr double part_of_first_look = 0.8;

double p_of_looks(const std::vector<double>& first_look, const std::vector<double>& fresh,
                  double bound, alternative side) {
  const auto p_of = [&](const std::vector<double>& ratios) {
    return ratios.empty() ? 1 : statistics::signed_rank_test(ratios, bound, side).p_value;
  };
  double p = p_of(first_look) / part_of_first_look;
  if (fresh.size() > first_look.size()) p = std::min(p, p_of(fresh) / (1 - part_of_first_look));
  return std::min(1.0, p);
}

}  // namespace

double implied_error(double half_width, std::size_t rounds) {
  if (rounds < 2) return half_width;
  return half_width / statistics::student_t_quantile(0.975, static_cast<double>(rounds - 1));
}

confirmed_point confirm(const std::vector<double>& first_look, const std::vector<double>& fresh,
                        const point_terms& terms) {
  const double margin = std::log1p(terms.margin);
  const auto centre = statistics::hodges_lehmann(fresh, 0.95);
  confirmed_point point;
  point.estimate = centre.value;
  point.range = centre.range;
  point.upper_bound = statistics::hodges_lehmann(fresh, 0.90).range.hi;
  point.standard_error = implied_error(centre.range.half_width(), fresh.size());
  point.p_slower = p_of_looks(first_look, fresh, margin, alternative::greater);
  point.p_faster = p_of_looks(first_look, fresh, -margin, alternative::less);
  return point;
}

void adjust_together(std::vector<confirmed_point*>& points) {
  std::vector<double> slower;
  std::vector<double> faster;
  for (const confirmed_point* point : points) {
    slower.push_back(point->p_slower);
    faster.push_back(point->p_faster);
  }
  slower = statistics::holm_adjusted(slower);
  faster = statistics::holm_adjusted(faster);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i]->adjusted_slower = slower[i];
    points[i]->adjusted_faster = faster[i];
  }
}

std::size_t rounds_to_confirm(std::size_t min_rounds, std::size_t points, double alpha) {
  const double reach = std::log2(4 * static_cast<double>(std::max<std::size_t>(points, 1)) / alpha);
  return std::max(min_rounds, static_cast<std::size_t>(std::ceil(reach)));
}

}  // namespace warpmark::gate
