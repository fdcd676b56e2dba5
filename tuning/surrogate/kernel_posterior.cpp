#include "tuning/surrogate/kernel_posterior.hpp"

#include <cmath>

#include "tuning/surrogate/least_squares_mean.hpp"

namespace warpmark::tuning {
namespace {

// Priors: medians, and standard deviations of the logarithm. On the unit cube, a length scale of
// 1.5 means that a feature matters little unless the data show otherwise.
constexpr double length_median = 1.5, length_spread = 1.0;
constexpr double nugget_median = 1e-3, nugget_spread = 1.5;
constexpr float min_posterior_pivot = 1e-7f;
constexpr double no_factor = 1e9;

double squared(double x) { return x * x; }

double prior_loss(const matern_kernel& kernel) {
  double loss = squared(kernel.log_nugget - std::log(nugget_median)) / (2 * squared(nugget_spread));
  for (const double length : kernel.log_lengths)
    loss += squared(length - std::log(length_median)) / (2 * squared(length_spread));
  return loss;
}

float squared_difference(float a, float b) { return (a - b) * (a - b); }

}  // namespace

matern_kernel prior_kernel(std::size_t features) {
  return {std::vector<double>(features, std::log(length_median)), std::log(nugget_median)};
}

kernel_posterior::kernel_posterior(const std::vector<std::vector<float>>& points,
                                   std::span<const double> values)
    : values_(values), by_feature_(points.front().size()) {
  for (std::size_t feature = 0; feature < by_feature_.size(); ++feature)
    for (const auto& point : points) by_feature_[feature].push_back(point[feature]);
}

double kernel_posterior::loss(const matern_kernel& kernel) const {
  std::vector<float> weights;
  for (const double length : kernel.log_lengths)
    weights.push_back(static_cast<float>(std::exp(-2 * length)));
  cholesky_factor factor;
  std::vector<float> row;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    distances(i, weights, row);
    for (float& value : row) value = matern_kernel::of_squared_distance(value);
    row.push_back(1 + kernel.nugget());
    if (!(factor.append(row, min_posterior_pivot) > min_posterior_pivot)) return no_factor;
  }
  const auto count = static_cast<double>(values_.size());
  return 0.5 * count * std::log(least_squares(factor, values_).variance) +
         factor.sum_of_log_diagonal() + prior_loss(kernel);
}

void kernel_posterior::distances(std::size_t observation, const std::vector<float>& weights,
                                 std::vector<float>& row) const {
  row.assign(observation, 0);
  for (std::size_t feature = 0; feature < weights.size(); ++feature) {
    const float here = by_feature_[feature][observation], weight = weights[feature];
    const float* const there = by_feature_[feature].data();
    for (std::size_t j = 0; j < observation; ++j)
      row[j] += weight * squared_difference(here, there[j]);
  }
}

}  // namespace warpmark::tuning
