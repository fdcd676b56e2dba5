#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "variants/contract/compensated_sum.hpp"
#include "variants/contract/family.hpp"

namespace warpmark::weighted_histogram {

/// The expected sum of the weights of each bin. Sums of integers wrap modulo 2^32 and must be
/// equal. Sums of floats are right within an error of r * u * sum|w| over the weights w of the bin,
/// plus the rounding of the result, with the unit roundoff u of f32. A sum of m weights, in any
/// order, rounds each at most m times, a variant at most `rounding_depth` times: r is the smaller
/// of the two (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 4.2); for
/// independent weights with mean zero at most 10 times its root (Higham & Mary, SISC 41(5), 2019).
/// Where r * u approaches 1, which takes 2^24 equal weights in one bin, the bound is void.
template <class W>
class oracle {
 public:
  oracle(std::span<const W> weights, std::span<const std::uint32_t> keys, std::size_t bins,
         bool zero_mean_random);

  /// `sums` holds a W for each bin. Reports the first wrong one.
  oracle_result judge(std::span<const std::byte> sums, double rounding_depth) const;

 private:
  struct bin_sum {
    compensated_sum sum;  ///< Of floats.
    double magnitude = 0;
    std::uint32_t wrapped = 0;  ///< Of integers.
    std::uint32_t weights = 0;
  };

  oracle_result judge_bin(const bin_sum& truth, W got, double rounding_depth) const;

  std::vector<bin_sum> truth_;
  bool zero_mean_random_;
};

}  // namespace warpmark::weighted_histogram
