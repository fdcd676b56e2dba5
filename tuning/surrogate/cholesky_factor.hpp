#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpmark::tuning {

/// The lower triangular L with L L' = K, extended one row at a time: a new row and column of K cost
/// n^2 operations.
class cholesky_factor {
 public:
  std::size_t size() const { return size_; }

  /// L's row i: i + 1 numbers.
  std::span<const float> row(std::size_t i) const { return {&packed_[i * (i + 1) / 2], i + 1}; }

  /// Appends K's next row up to its diagonal: size() + 1 numbers. Returns the pivot, L's squared
  /// diagonal entry; a pivot not above `floor`, which rounding causes for nearly equal rows, is
  /// replaced by `floor`.
  float append(std::span<const float> row_of_k, float floor);

  /// L^-1 v.
  std::vector<double> whitened(std::span<const double> v) const;

  /// Half of log det K.
  double sum_of_log_diagonal() const;

 private:
  std::size_t size_ = 0;
  std::vector<float> packed_;
};

}  // namespace warpmark::tuning
