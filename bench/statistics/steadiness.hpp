#pragma once

#include <cstddef>
#include <span>

namespace warpmark::statistics {

struct steadiness_options {
  std::size_t shortest = 8;  ///< The minimum number of samples in the window.
  double alpha = 0.1;        ///< A trend with a smaller p-value is real …
  double tolerance = 0.002;  ///< … and matters if it changes the window by more than this fraction.
};

struct steadiness {
  bool steady = false;
  double drift = 0;    ///< Change over the window by the Theil-Sen slope, over its median.
  double p_value = 1;  ///< Of the Mann-Kendall test, two-sided.
};

/// Whether a warm-up has come to an end: looks for a trend in the newer half of the samples so far,
/// but no fewer than `shortest`. Steady unless the trend is both significant and larger than the
/// tolerance; not steady yet with too few samples. The window grows with the warm-up, so that a
/// slow trend, which a window of fixed length would miss, is found in the end. The caller checks
/// after every few samples and bounds the time. Positive samples, else std::invalid_argument.
steadiness assess_steadiness(std::span<const double> samples_so_far,
                             const steadiness_options& options = {});

}  // namespace warpmark::statistics
