#pragma once

#include <cstddef>
#include <span>

namespace warpmark::statistics {

/// How many independent samples would know the mean as well: n / (1 + 2 x the sum of
/// autocorrelations), the sum ending where a pair of neighbouring lags turns negative (Geyer,
/// Practical Markov chain Monte Carlo, Statistical Science 7 (1992) 473-483, section 3.3, initial
/// positive sequence). Between 1 and n: samples that alternate are not credited with more. Fewer
/// than four samples and equal ones count as independent.
double effective_sample_size(std::span<const double> samples);

}  // namespace warpmark::statistics
