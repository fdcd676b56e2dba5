#pragma once

#include <cstddef>
#include <span>

namespace warpmark::statistics {

/// Sample autocorrelation at `lag`, -1..1: the lagged products about the mean over n times the
/// variance (Box & Jenkins, Time Series Analysis, eq. 2.1.13). Equal samples give 0. Throws
/// std::invalid_argument unless lag < n and for a sample that is not finite.
double autocorrelation(std::span<const double> samples, std::size_t lag = 1);

/// How many independent samples would know the mean as well: n / (1 + 2 x the sum of
/// autocorrelations), the sum ending where a pair of neighbouring lags turns negative (Geyer,
/// Practical Markov chain Monte Carlo, Statistical Science 7 (1992) 473-483, section 3.3, initial
/// positive sequence). Between 1 and n: samples that alternate are not credited with more. Fewer
/// than four samples and equal ones count as independent.
double effective_sample_size(std::span<const double> samples);

}  // namespace warpmark::statistics
