#include "tuning/surrogate/expected_improvement.hpp"

#include <cmath>
#include <numbers>

namespace warpmark::tuning {

double log_expected_improvement(double gain, double deviation) {
  static const double log_root_two_pi = 0.5 * std::log(2 * std::numbers::pi);
  const double w = gain / deviation;
  // Far in the tail both terms are zero in a double; what they differ by is density / w^2.
  if (w < -30) return std::log(deviation) - 0.5 * w * w - log_root_two_pi - 2 * std::log(-w);
  const double below = 0.5 * std::erfc(-w / std::numbers::sqrt2);
  const double density = std::exp(-0.5 * w * w - log_root_two_pi);
  return std::log(deviation * (w * below + density));
}

}  // namespace warpmark::tuning
