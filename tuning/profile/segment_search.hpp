#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tuning/profile/thresholds.hpp"

namespace warpmark::tuning {

/// By candidate, then size; infinity where there is no time.
using loss_matrix = std::vector<std::vector<double>>;

/// Least worst loss of at most k = 1, 2, …, sizes segments; infinity where they are too few.
std::vector<double> min_worst_losses(const loss_matrix& losses);

/// Of all ways to cut the sizes into at most `most` segments with no loss above `cap`, the one of
/// least sum of log(1 + loss), then of fewest changes of variant, then of the first candidates.
/// `variants` by candidate. There must be one.
std::vector<size_segment> min_mean_segments(const loss_matrix& losses,
                                            const std::vector<std::string>& variants,
                                            std::size_t max_segments, double cap);

}  // namespace warpmark::tuning
