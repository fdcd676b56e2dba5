#include "tuning/surrogate/kernel_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tuning/surrogate/kernel_posterior.hpp"

namespace warpmark::tuning {
namespace {

constexpr double shortest = 0.05, longest = 20;
constexpr double min_nugget = 1e-5, max_nugget = 0.5;

constexpr double step = 0.6;              // in log length; twice as far in the log nugget
constexpr int max_steps = 4;              // along a coordinate, one way
constexpr double worth_it = 1e-3;         // by which a step must reduce the loss
constexpr std::size_t max_of_sweep = 24;  // coordinates per sweep; more are taken in turns

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
  descent(const kernel_posterior& on, matern_kernel from)
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

  const kernel_posterior& on_;
  matern_kernel best_;
  double loss_;
};

}  // namespace

matern_kernel better_kernel(matern_kernel from, const std::vector<std::vector<float>>& points,
                            std::span<const double> values, std::size_t sweeps,
                            random_source& random) {
  const kernel_posterior on(points, values);
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
