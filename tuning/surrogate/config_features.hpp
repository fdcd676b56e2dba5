#pragma once

#include <cstddef>
#include <vector>

#include "tuning/spaces.hpp"

namespace warpmark::tuning {

/// Configs as points for a model of their times: columns in [0, 1].
///
/// * Numbers above zero, three or more: the logarithm. Times respond to ratios of sizes.
/// * If they are integers and not just powers of two, also the trailing zero bits, and whether it
/// is a
///   power of two: what divides what makes cliffs that no smooth function of size has.
/// * Two values, or numbers among which is zero: the level.
/// * Three or more names, or codes 0, 1, 2, ... to 7 at most: a column each, 0 or sqrt(1/2), so
/// that
///   any two are 1 apart.
///
/// A column that is the same for all levels is left out.
class config_features {
 public:
  explicit config_features(const std::vector<space_axis>& axes);

  std::size_t count() const { return columns_.size(); }

  std::vector<float> of(const level_tuple& levels) const;

 private:
  struct column {
    std::size_t axis;
    std::vector<float> by_level;
  };

  std::vector<column> columns_;
};

}  // namespace warpmark::tuning
