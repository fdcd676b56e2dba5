#pragma once

#include <span>

namespace warpmark::statistics {

/// Quantile `p` in 0..1 of ascending samples by linear interpolation between order statistics:
/// type 7 of Hyndman & Fan, Sample quantiles in statistical packages, The American Statistician 50
/// (1996) 361-365. Throws std::invalid_argument if there are no samples or p is not in 0..1; the
/// caller ensures that the samples are sorted and finite.
double quantile(std::span<const double> ascending, double p);

/// The middle sample, or the mean of the middle two; samples in any order. Throws
/// std::invalid_argument for no samples and for one that is not finite.
double median(std::span<const double> samples);

}  // namespace warpmark::statistics
