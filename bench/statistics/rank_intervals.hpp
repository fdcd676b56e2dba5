#pragma once

#include <cstddef>

namespace warpmark::statistics {

/// How many of the sorted pairwise values an interval leaves out at each end.
struct rank_interval {
  std::size_t left_out;
  double coverage;  ///< 0..1
};

/// For the Walsh averages of n >= 1 samples, from the signed-rank distribution: the most values
/// whose loss at each end keeps the coverage at `confidence`; 0 where even the full range covers
/// less.
///
/// Exact up to max_exact_ranks samples, above by the normal approximation with its continuity
/// correction (Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., eq. 3.35 and
/// 3.36).
rank_interval signed_rank_interval(std::size_t n, double confidence);

}  // namespace warpmark::statistics
