#include "ci/gate/timing/slowdown_calibration.hpp"

#include <algorithm>
#include <cmath>

namespace warpmark::gate {
namespace {

constexpr double max_relative_error = 0.1;  // of the target slow-down
constexpr double large_error = 0.01;        // of the base's time: not explained by noise
constexpr std::size_t min_repeats = 3;      // measurements of a guess without a large error
constexpr double max_growth = 8;            // from one guess to the next

}  // namespace

void slowdown_calibration::measured(double ratio) {
  sum_ += ratio - 1;
  ++seen_;
  const double effect = sum_ / static_cast<double>(seen_);
  const double error = std::fabs(effect - slowdown_);
  if (error <= large_error && seen_ < min_repeats) return;
  found_ = error <= max_relative_error * slowdown_;
  if (!found_) move(effect);
}

void slowdown_calibration::move(double effect) {
  sum_ = 0;
  seen_ = 0;
  if (effect < slowdown_) {
    low_ = steps_;
    low_effect_ = std::max(effect, 0.0);
  } else {
    high_ = steps_;
    high_effect_ = effect;
  }
  const auto low = static_cast<double>(low_);
  double next = 0;
  if (high_ == 0) {
    // Hidden work costs no time, so there may be no slope to extrapolate.
    const double growth =
        low_effect_ > slowdown_ / max_growth ? slowdown_ / low_effect_ : max_growth;
    next = low * growth;
  } else {
    const auto high = static_cast<double>(high_);
    const double share = (slowdown_ - low_effect_) / (high_effect_ - low_effect_);
    // Not too near either end: noise may have misplaced a bound.
    next = low + (high - low) * std::clamp(share, 0.1, 0.9);
  }
  steps_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(next)));
}

}  // namespace warpmark::gate
