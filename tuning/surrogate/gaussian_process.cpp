#include "tuning/surrogate/gaussian_process.hpp"

namespace warpmark::tuning {
namespace {

constexpr float min_pivot = 1e-6f;

float squared_distance(const std::vector<float>& a, const std::vector<float>& b) {
  float sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

}  // namespace

void gaussian_process::observe(std::span<const float> point) {
  points_.push_back(kernel_.scaled(point));
  std::vector<float> row;
  row.reserve(points_.size());
  for (const auto& other : points_)
    row.push_back(matern_kernel::of_squared_distance(squared_distance(points_.back(), other)));
  row.back() = 1 + kernel_.nugget();
  factor_.append(row, min_pivot);
}

}  // namespace warpmark::tuning
