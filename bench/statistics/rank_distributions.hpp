#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace warpmark::statistics {

/// A distribution on 0, 1, 2, …
class lattice_distribution {
 public:
  explicit lattice_distribution(std::vector<double> probabilities);

  double at_most(std::size_t value) const;   ///< P(X <= value)
  double at_least(std::size_t value) const;  ///< P(X >= value), accurate where it is small

 private:
  std::vector<double> probabilities_;
};

/// Null distribution of the signed-rank statistic: the sum of a random subset of `doubled_ranks`,
/// each in it with probability 1/2. Midranks of tied values make it the exact conditional
/// distribution (Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., section 3.1,
/// comments 6 and 7). Takes ranks x sum steps: meant for up to a hundred ranks.
lattice_distribution signed_rank_distribution(std::span<const std::size_t> doubled_ranks);

/// Null distribution of the rank-sum statistic: the sum of `chosen` of the `doubled_ranks`, every
/// choice equally likely (the same, section 4.1, comments 3 and 4). Takes ranks x chosen x sum
/// steps.
lattice_distribution rank_sum_distribution(std::span<const std::size_t> doubled_ranks,
                                           std::size_t chosen);

/// The maximum number of ranks for the exact distributions. Above it the normal approximation is
/// accurate to a few 1e-4 in p.
inline constexpr std::size_t max_exact_ranks = 50;

}  // namespace warpmark::statistics
