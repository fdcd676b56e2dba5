#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "tuning/surrogate/gaussian_process.hpp"
#include "tuning/surrogate/least_squares_mean.hpp"

namespace warpmark::tuning {

/// Predictions of a Gaussian process at many points. With V = L^-1 K(observations, points), the
/// mean of a point is m + r.V and its variance decreases by the sum of V^2. Each observation adds
/// one row to V: size() operations per point.
///
/// Points have slots, in blocks of `block_size` whose part of V fits in the cache; a block may be
/// partly empty.
class candidates {
 public:
  static constexpr std::size_t block_size = 32;

  /// Appends blocks for these points. Returns the slot of the first; the others follow.
  std::size_t add(const gaussian_process& by, const std::vector<std::vector<float>>& points);

  /// Adds the rows of V that are missing.
  void follow(const gaussian_process& by);

  std::size_t slots() const { return blocks_.size() * block_size; }

  /// The means of all slots. V must have as many rows as there were values.
  std::vector<float> means(const least_squares_mean& given) const;

  /// The part of a point's variance, which is 1, that observations explain; rounding may make it
  /// slightly larger than 1.
  float explained(std::size_t slot) const {
    return blocks_[slot / block_size].explained[slot % block_size];
  }

  /// The probability that each slot's config runs: the share of observations that ran, weighted by
  /// their squared kernel, with a small prior count of both outcomes.
  std::vector<float> chances_to_run(const gaussian_process& by, const std::vector<bool>& ran);

 private:
  using lane_values = std::array<float, block_size>;

  struct block {
    std::vector<lane_values> features;  ///< Scaled.
    std::vector<lane_values> rows;      ///< Of V.
    lane_values explained{};
    lane_values ran{}, all{};  ///< Weights of the first `counted` observations.
    std::size_t counted = 0;
  };

  static lane_values kernel_row(const block& target, const std::vector<float>& scaled_point);
  static void extend(block& target, const gaussian_process& by);

  std::vector<block> blocks_;
};

}  // namespace warpmark::tuning
