#pragma once

#include <cmath>

namespace warpmark {

/// Neumaier's compensated sum (ZAMM 54, 1974) in float64: the reference of floating sums.
struct compensated_sum {
  double sum = 0;
  double correction = 0;

  void add(double value) {
    const double next = sum + value;
    correction += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
  void add(const compensated_sum& other) {
    add(other.sum);
    add(other.correction);
  }
  double value() const { return sum + correction; }
};

}  // namespace warpmark
