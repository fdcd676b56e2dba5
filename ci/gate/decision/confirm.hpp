#pragma once

#include <cstddef>
#include <vector>

#include "bench/statistics/interval.hpp"
#include "ci/gate/decision/point_terms.hpp"

namespace warpmark::gate {

/// What the fresh rounds of stage 2 say of a point, in logarithms of ratios. Nothing of stage 1 is
/// in it: a point that was picked because it looked slow looks slower than it is.
struct confirmed_point {
  double estimate = 0;         ///< Hodges & Lehmann's.
  statistics::interval range;  ///< Of 95 %.
  double upper_bound = 0;      ///< One-sided, of 95 %.
  double standard_error = 0;   ///< As the interval's width implies.
  double p_slower = 1;         ///< Exact signed rank, one-sided against the margin …
  double p_faster = 1;
  double adjusted_slower = 1;  ///< … and after Holm over all that were confirmed.
  double adjusted_faster = 1;
};

/// One point's, not adjusted yet: from the log ratios of the first look and of all fresh rounds,
/// which are more if there was a second look. At least one in all.
///
/// Two looks are two chances, so each has its part of alpha: the first 0.8 of it and the second
/// 0.2, whether or not there is one (Bonferroni, weighted). The p-value is the lesser of both over
/// their parts.
confirmed_point confirm(const std::vector<double>& first_look, const std::vector<double>& fresh,
                        const point_terms& terms);

/// Adjusts the p-values of the points, the two directions apart.
void adjust_together(std::vector<confirmed_point*>& points);

/// Rounds with which the least p-value that a signed-rank test of them can have, 2^-rounds, stays
/// below a quarter of alpha after Holm over so many points: `asked`, or more for large numbers.
std::size_t rounds_to_confirm(std::size_t asked, std::size_t points, double alpha);

/// The standard error of a 95 % interval of this half width, of that many rounds.
double implied_error(double half_width, std::size_t rounds);

}  // namespace warpmark::gate
