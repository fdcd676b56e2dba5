#pragma once

#include <cstddef>
#include <vector>

#include "tuning/profile/size_table.hpp"

namespace warpmark::tuning {

/// One candidate for consecutive sizes.
struct size_segment {
  std::size_t first = 0;  ///< Index of its smallest size in the table's sizes …
  std::size_t last = 0;   ///< … and of its largest, inclusive.
  std::size_t candidate = 0;
  bool operator==(const size_segment&) const = default;
};

/// A candidate for every size. Loss: the time of the chosen candidate over the best time that the
/// table has at that size, minus one.
struct size_choice {
  std::vector<size_segment> segments;  ///< In ascending order; together all sizes.
  double worst_loss = 0;
  double mean_loss = 0;  ///< Geometric mean of 1 + loss, minus one.
};

/// For k = 1, 2, … the best choice of at most k segments: the first choice in the result is the
/// best for the smallest possible k, the last has no loss. Choices that need fewer segments than
/// their k are listed once.
///
/// Best means, in this order: the smallest worst loss; the smallest mean loss; the fewest changes
/// of variant between neighbours; the candidates that come first in the table, bases before others.
/// A candidate is eligible for a segment only if it has a time at all its sizes.
///
/// Exact: dynamic programming over (segments, sizes, candidates), once for the worst loss and then
/// for the rest among the cells that do not exceed it. O(sizes^2 * candidates). The table must
/// have a size, and a time at each (without_gaps).
std::vector<size_choice> trade_off(const size_table& table);

/// The choice with the fewest segments whose worst loss is at most `bound` (>= 0).
size_choice choose_thresholds(const size_table& table, double bound);

/// The n from which the segment of `above` is used, where `below` < `above` are the tuned sizes
/// next to it: their geometric mean, rounded up; below < result <= above.
std::uint64_t threshold_between(std::uint64_t below, std::uint64_t above);

}  // namespace warpmark::tuning
