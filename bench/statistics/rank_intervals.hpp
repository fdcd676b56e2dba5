#pragma once

#include <cstddef>

namespace warpmark::statistics {

/// How many of the sorted pairwise values an interval leaves out at each end.
struct rank_interval {
  std::size_t left_out;
  double coverage;  ///< 0..1
};

/// For the Walsh averages of n >= 1 samples, from the signed-rank distribution, and for the
/// differences of m and n >= 1 samples, from the Mann-Whitney distribution: the most values whose
/// loss at each end keeps the coverage at `confidence`; 0 if even the full range covers less.
///
/// Exact up to max_exact_ranks samples, above by the normal approximation with its continuity
/// correction (Hollander & Wolfe, Nonparametric Statistical Methods, 2nd ed., eq. 3.35, 3.36, 4.35
/// and 4.36).
rank_interval signed_rank_interval(std::size_t n, double confidence);
rank_interval mann_whitney_interval(std::size_t m, std::size_t n, double confidence);

}  // namespace warpmark::statistics
