#pragma once

#include <cstddef>
#include <span>

#include "bench/statistics/interval.hpp"

namespace warpmark::statistics {

/// Ranks, counted from 1, of the order statistics that enclose a quantile.
struct quantile_ranks {
  std::size_t lower;
  std::size_t upper;
  double coverage;  ///< At least this probability of containing the quantile, 0..1.
};

/// The ranks whose missing tails are each at most (1 - confidence) / 2, for quantile `p` of `n`
/// samples: [x(l), x(u)] covers it with probability P(l <= binomial(n, p) <= u - 1) (David &
/// Nagaraja, Order Statistics, 3rd ed., eq. 7.1.1).
///
/// A tail that n samples cannot bound (the upper one of the 95 % quantile below n = 73 at 95 %)
/// uses the extreme sample; `coverage` is then below `confidence`. Throws
/// std::invalid_argument for n = 0 and unless 0 < p < 1 and 0 < confidence < 1.
quantile_ranks quantile_interval_ranks(std::size_t n, double p, double confidence = 0.95);

/// The interval between those order statistics; samples in any order.
interval quantile_interval(std::span<const double> samples, double p, double confidence = 0.95);

}  // namespace warpmark::statistics
