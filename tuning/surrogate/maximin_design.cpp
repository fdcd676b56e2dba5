#include "tuning/surrogate/maximin_design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpmark::tuning {
namespace {

float city_block(const std::vector<float>& a, const std::vector<float>& b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::fabs(a[i] - b[i]);
  return sum;
}

}  // namespace

std::vector<std::size_t> maximin_design(const std::vector<std::vector<float>>& points,
                                        std::size_t max_count) {
  std::vector<std::size_t> chosen;
  std::vector<float> nearest(points.size(), std::numeric_limits<float>::infinity());
  for (std::size_t next = 0; chosen.size() < std::min(max_count, points.size());) {
    chosen.push_back(next);
    for (std::size_t i = 0; i < points.size(); ++i)
      nearest[i] = std::min(nearest[i], city_block(points[i], points[next]));
    for (const auto one : chosen)
      nearest[one] = -1;  // Also if another point has the same features.
    next = static_cast<std::size_t>(std::max_element(nearest.begin(), nearest.end()) -
                                    nearest.begin());
  }
  return chosen;
}

}  // namespace warpmark::tuning
