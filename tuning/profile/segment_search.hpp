#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tuning/profile/thresholds.hpp"

namespace warpmark::tuning {

/// By candidate, then size; infinity where there is no time.
using loss_matrix = std::vector<std::vector<double>>;

/// Minimum worst loss with at most k segments, k = 1, 2, …, sizes; infinity if they are too few.
std::vector<double> min_worst_losses(const loss_matrix& losses);

/// Of all divisions of the sizes into at most `max_segments` segments with no loss above `cap`, the
/// one with the smallest sum of log(1 + loss), then with the fewest changes of variant, then with
/// the first candidates. `variants` by candidate. At least one division must exist.
std::vector<size_segment> min_mean_segments(const loss_matrix& losses,
                                            const std::vector<std::string>& variants,
                                            std::size_t max_segments, double cap);

}  // namespace warpmark::tuning
