#pragma once

#include <cstddef>
#include <vector>

#include "bench/statistics/interval.hpp"
#include "ci/gate/decision/point_terms.hpp"

namespace warpmark::gate {

/// The estimate of a point from the fresh rounds of stage 2, in logarithms of ratios. Rounds of
/// stage 1 are excluded: points were selected by them, so their estimates are biased (winner's
/// curse).
struct confirmed_point {
  double estimate = 0;         ///< Hodges-Lehmann estimate.
  statistics::interval range;  ///< The 95 % interval.
  double upper_bound = 0;      ///< One-sided, 95 %.
  double standard_error = 0;   ///< As the interval's width implies.
  double p_slower = 1;         ///< Exact signed rank, one-sided against the margin …
  double p_faster = 1;
  double adjusted_slower = 1;  ///< … and after Holm over all that were confirmed.
  double adjusted_faster = 1;
};

/// The estimate of one point before adjustment, from the log ratios of the first look and of all
/// fresh rounds; there are more of the latter if there was a second look. At least one log ratio.
///
/// Two looks are two tests, so alpha is divided between them: 0.8 for the first and 0.2 for the
/// second, whether or not it happens (weighted Bonferroni). The p-value is the smaller of the two
/// after division by their weights.
confirmed_point confirm(const std::vector<double>& first_look, const std::vector<double>& fresh,
                        const point_terms& terms);

/// Adjusts the p-values of the points, each direction separately.
void adjust_together(std::vector<confirmed_point*>& points);

/// Rounds with which the smallest p-value of a signed-rank test, 2^-rounds, stays below a quarter
/// of alpha after Holm over `points` points: `min_rounds`, or more for many points.
std::size_t rounds_to_confirm(std::size_t min_rounds, std::size_t points, double alpha);

/// The standard error implied by a 95 % interval of this half width over this number of rounds.
double implied_error(double half_width, std::size_t rounds);

}  // namespace warpmark::gate
