#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace warpmark::tuning {

/// The covariance of a Gaussian process at two points, in units of its variance: Matérn with nu =
/// 5/2 and one length scale per feature; Rasmussen and Williams, Gaussian processes for machine
/// learning, 2006, section 4.2.1 and equation 5.1.
struct matern_kernel {
  std::vector<double> log_lengths;
  double log_nugget;  ///< Independent variance per point, added to k(x, x) = 1.

  float nugget() const { return static_cast<float>(std::exp(log_nugget)); }

  /// The point in units of the length scales.
  std::vector<float> scaled(std::span<const float> point) const {
    std::vector<float> result;
    result.reserve(point.size());
    for (std::size_t i = 0; i < point.size(); ++i)
      result.push_back(point[i] * static_cast<float>(std::exp(-log_lengths[i])));
    return result;
  }

  static float of_squared_distance(float squared) {
    const float r = std::sqrt(5 * squared);
    return (1 + r + r * r / 3) * std::exp(-r);
  }
};

}  // namespace warpmark::tuning
