#pragma once

#include <cstddef>
#include <span>

namespace warpmark::statistics {

/// The dip: the largest distance between the samples' distribution function and the nearest one
/// with a single mode; between 0 and 1/4. Samples in any order, O(n log n). Throws
/// std::invalid_argument for no samples or one that is not finite.
///
/// Hartigan & Hartigan, The dip test of unimodality, Annals of Statistics 13 (1985) 70-84, section
/// 3: the modal interval shrinks between knots of the greatest convex minorant and the least
/// concave majorant until no distance inside it exceeds those outside.
double dip_statistic(std::span<const double> samples);

/// The dip that uniform samples, the hardest case of a single mode, exceed with probability 1 %; n
/// >= 1. sqrt(n) x dip hardly depends on n: interpolated between simulated values
/// (docs/statistics.md).
double dip_critical_value(std::size_t n);

}  // namespace warpmark::statistics
