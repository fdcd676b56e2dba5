#pragma once

#include <cstddef>
#include <vector>

namespace warpmark::tuning {

/// Selects initial points that are far apart: the first one, then always the one whose nearest
/// chosen point is farthest away, by city-block distance; a greedy form of the maximin designs of
/// Johnson, Moore and Ylvisaker, Minimax and maximin distance designs, 1990. At most `max_count`
/// indices into `points`, all different.
std::vector<std::size_t> maximin_design(const std::vector<std::vector<float>>& points,
                                        std::size_t max_count);

}  // namespace warpmark::tuning
