#pragma once

#include <optional>
#include <vector>

#include "bench/statistics/t_test.hpp"
#include "ci/gate/decision/point_terms.hpp"

namespace warpmark::gate {

/// The estimate of a point from the few rounds of stage 1, in logarithms of ratios.
struct screened_point {
  statistics::t_result measured;  ///< Its p-value is not used.
  double p_slower = 1;            ///< One-sided, against "slower by no more than the margin" …
  double p_faster = 1;            ///< … and against "faster by no more than the margin".
};

/// Moderated t tests of all points together, so that few rounds per point suffice. Log ratios and
/// terms are indexed by point. Points with fewer than two log ratios have no result. Without
/// variance to share (a single point, or exact times) each point gets Student's test.
///
/// Outlying log ratios are not clipped: that would shrink the variance of exactly the points that
/// need a large one.
std::vector<std::optional<screened_point>> screen(
    const std::vector<std::vector<double>>& log_ratios, const std::vector<point_terms>& terms);

}  // namespace warpmark::gate
