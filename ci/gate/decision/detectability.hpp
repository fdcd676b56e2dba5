#pragma once

#include <cstddef>
#include <map>
#include <utility>

namespace warpmark::gate {

/// Of the one-sided test that a point is not slower than its pass margin.
inline constexpr double pass_alpha = 0.05;

/// Quantiles and detectable effects of the t distribution, remembered: the points of a run share a
/// few degrees of freedom, and there are thousands of points.
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

/// About how many more rounds would settle a point whose pairs have this standard deviation: until
/// it would be shown, with a probability of 0.8, to be below the pass margin, or beyond the margin,
/// whichever is nearer to done. All in logarithms; `alpha` is that of a regression's test. At least
/// 1; at most ten thousand, which means "undetectable".
std::size_t missing_rounds(double estimate, double deviation, double margin, double pass_margin,
                           double alpha, std::size_t rounds);

}  // namespace warpmark::gate
