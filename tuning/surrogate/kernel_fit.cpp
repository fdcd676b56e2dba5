#include "tuning/surrogate/kernel_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tuning/surrogate/least_squares_mean.hpp"

namespace warpmark::tuning {
namespace {

// Priors: medians, and standard deviations of the logarithm. On the unit cube, a length scale of
// 2.5 means that a feature matters little unless the data show otherwise.
constexpr double length_median = 2.5, length_spread = 1.0;
constexpr double nugget_median = 1e-3, nugget_spread = 1.5;
constexpr double shortest = 0.05, longest = 20;
constexpr double min_nugget = 1e-5, max_nugget = 0.5;

constexpr double step = 0.6;              // in log length; twice as far in the log nugget
constexpr int max_steps = 4;              // along a coordinate, one way
constexpr double worth_it = 1e-3;         // by which a step must reduce the loss
constexpr std::size_t max_of_sweep = 24;  // coordinates per sweep; more are taken in turns
constexpr float min_pivot = 1e-7f;
constexpr double no_factor = 1e9;

double squared(double x) { return x * x; }

double prior_loss(const matern_kernel& kernel) {
  double loss = squared(kernel.log_nugget - std::log(nugget_median)) / (2 * squared(nugget_spread));
  for (const double length : kernel.log_lengths)
    loss += squared(length - std::log(length_median)) / (2 * squared(length_spread));
  return loss;
}

// Observations, feature by feature, so that distances to all others read memory in order.
class fit {
 public:
  fit(const std::vector<std::vector<float>>& points, std::span<const double> values)
      : values_(values), by_feature_(points.front().size()) {
    for (std::size_t feature = 0; feature < by_feature_.size(); ++feature)
      for (const auto& point : points) by_feature_[feature].push_back(point[feature]);
  }

  double loss(const matern_kernel& kernel) const {
    std::vector<float> weights;
    for (const double length : kernel.log_lengths)
      weights.push_back(static_cast<float>(std::exp(-2 * length)));
    cholesky_factor factor;
    std::vector<float> row;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      distances(i, weights, row);
      for (float& each : row) each = matern_kernel::of_squared_distance(each);
      row.push_back(1 + kernel.nugget());
      if (!(factor.append(row, min_pivot) > min_pivot)) return no_factor;
    }
    const double count = static_cast<double>(values_.size());
    return 0.5 * count * std::log(least_squares(factor, values_).variance) +
           factor.sum_of_log_diagonal() + prior_loss(kernel);
  }

 private:
  // Squared distances from `observation` to those before it.
  void distances(std::size_t observation, const std::vector<float>& weights,
                 std::vector<float>& row) const {
    row.assign(observation, 0);
    for (std::size_t feature = 0; feature < weights.size(); ++feature) {
      const float here = by_feature_[feature][observation], weight = weights[feature];
      const float* const there = by_feature_[feature].data();
      for (std::size_t j = 0; j < observation; ++j)
        row[j] += weight * squared_difference(here, there[j]);
    }
  }

  static float squared_difference(float a, float b) { return (a - b) * (a - b); }

  std::span<const double> values_;
  std::vector<std::vector<float>> by_feature_;
};

// The coordinate after the last feature is the nugget.
matern_kernel moved(matern_kernel kernel, std::size_t coordinate, double by) {
  if (coordinate == kernel.log_lengths.size()) {
    kernel.log_nugget =
        std::clamp(kernel.log_nugget + 2 * by, std::log(min_nugget), std::log(max_nugget));
  } else {
    double& length = kernel.log_lengths[coordinate];
    length = std::clamp(length + by, std::log(shortest), std::log(longest));
  }
  return kernel;
}

class descent {
 public:
  descent(const fit& on, matern_kernel from)
      : on_(on), best_(std::move(from)), loss_(on.loss(best_)) {}

  void along(std::size_t coordinate) {
    if (!step_on(coordinate, step)) step_on(coordinate, -step);
  }

  const matern_kernel& best() const { return best_; }

 private:
  bool step_on(std::size_t coordinate, double by) {
    for (int steps = 0; steps < max_steps; ++steps) {
      auto next = moved(best_, coordinate, by);
      const double loss = on_.loss(next);
      if (!(loss < loss_ - worth_it)) return steps > 0;
      loss_ = loss;
      best_ = std::move(next);
    }
    return true;
  }

  const fit& on_;
  matern_kernel best_;
  double loss_;
};

}  // namespace

matern_kernel prior_kernel(std::size_t features) {
  return {std::vector<double>(features, std::log(length_median)), std::log(nugget_median)};
}

matern_kernel better_kernel(matern_kernel from, const std::vector<std::vector<float>>& points,
                            std::span<const double> values, std::size_t sweeps,
                            random_source& random) {
  const fit on(points, values);
  std::vector<std::size_t> order(from.log_lengths.size() + 1);
  std::iota(order.begin(), order.end(), 0);
  descent down(on, std::move(from));
  for (std::size_t sweep = 0; sweep < sweeps; ++sweep) {
    random.shuffle(order);
    for (std::size_t i = 0; i < std::min(order.size(), max_of_sweep); ++i) down.along(order[i]);
  }
  return down.best();
}

}  // namespace warpmark::tuning
