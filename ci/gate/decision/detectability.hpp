#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace warpmark::gate {

/// The level of the one-sided test that a point is not slower than its pass margin.
inline constexpr double pass_alpha = 0.05;

/// A cache of quantiles and detectable effects of the t distribution: the thousands of points of a
/// run share a few degrees of freedom.
class t_table {
 public:
  /// The t with P(T <= t) = p.
  double quantile(double p, double df);

  /// statistics::detectable_effect at power 0.8, in standard errors.
  double detectable(double df, double alpha);

 private:
  std::map<std::pair<double, double>, double> quantiles_;
  std::map<std::pair<double, double>, double> effects_;
};

/// Estimates how many more rounds would decide a point whose pairs have this standard deviation:
/// until it is shown, with a power of 0.8, to be below the pass margin or beyond the margin,
/// whichever needs fewer rounds. All in logarithms; `alpha` is the level of a regression's test. At
/// least 1; at most 10 000, which means "undetectable".
std::size_t missing_rounds(double estimate, double deviation, double margin, double pass_margin,
                           double alpha, std::size_t rounds);

}  // namespace warpmark::gate
