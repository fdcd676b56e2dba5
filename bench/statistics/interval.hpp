#pragma once

namespace warpmark::statistics {

/// A closed interval for an unknown value, in the samples' unit.
struct interval {
  double lo = 0;
  double hi = 0;
  double confidence = 0;  ///< The (estimated) probability that it covers the value, 0..1.

  double half_width() const { return (hi - lo) / 2; }
  bool contains(double value) const { return lo <= value && value <= hi; }
};

}  // namespace warpmark::statistics
