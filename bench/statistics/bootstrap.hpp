#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bench/statistics/interval.hpp"

namespace warpmark::statistics {

/// What is estimated from samples: a median, a quantile, a ratio …
using estimator = std::function<double(std::span<const double>)>;

struct bootstrap_options {
  std::size_t resamples = 2000;
  std::uint64_t seed = 1;
  double confidence = 0.95;
};

/// `estimate` of each of `resamples` draws of n out of n samples with replacement, in the order
/// drawn. Resample r uses stream r of `seed`, so the result depends on nothing else. Throws
/// std::invalid_argument for no samples, a sample that is not finite and no resamples.
std::vector<double> bootstrap_replicates(std::span<const double> samples, const estimator& estimate,
                                         std::size_t resamples, std::uint64_t seed);

/// The interval between quantiles of the replicates: Efron & Tibshirani, An Introduction to the
/// Bootstrap (1993), section 13.3. Needs n >= 2.
interval percentile_bootstrap(std::span<const double> samples, const estimator& estimate,
                              const bootstrap_options& options = {});

/// The bias-corrected and accelerated interval: the same with the quantiles' levels moved by the
/// bias of the replicates and by the jackknife's skewness (Efron & Tibshirani, section 14.3,
/// eq. 14.9, 14.10, 14.14 and 14.15). Where all replicates fall on one side of the estimate, or are
/// equal, there is no correction to compute and the percentile interval is given. Needs n >= 2.
interval bca_bootstrap(std::span<const double> samples, const estimator& estimate,
                       const bootstrap_options& options = {});

}  // namespace warpmark::statistics
