#pragma once

#include <cstddef>
#include <span>

namespace warpmark::statistics {

/// The summary of samples, in their unit.
struct sample_summary {
  std::size_t n = 0;
  double median = 0;
  double ci_lo = 0;  ///< 95 % interval of the median; the full range below 6 samples.
  double ci_hi = 0;
  double mean = 0;
  double min = 0;
  double p05 = 0;
  double p95 = 0;
};

/// The interval is median_interval's. Throws std::invalid_argument if there are no samples or one
/// of them is not finite.
sample_summary summarise(std::span<const double> samples);

}  // namespace warpmark::statistics
