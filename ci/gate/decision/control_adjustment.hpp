#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// What all points of a round have in common because they ran in the same two processes: the median
/// log ratio of the round's equal controls.
///
/// That median is itself noisy, the more so the fewer controls there are. It is therefore taken
/// only in the proportion in which the medians' size exceeds what their noise explains, one factor
/// for all rounds of the span (James & Stein, Proc. 4th Berkeley Symposium 1 (1961) 361-379). So
/// adjusting never adds much more noise than it removes.
class control_adjustment {
 public:
  /// Fewer in a round leave it as it is: their median could not be told from their own noise.
  static constexpr std::size_t min_controls = 3;

  control_adjustment(const std::vector<timed_point>& points, round_span span);

  /// The share of a log ratio of this round that is not the point's own.
  double shift(std::size_t round) const;

  /// The proportion of the medians that is taken; 0..1.
  double taken() const { return taken_; }

  /// Whether every round of the span that has a pair has enough controls.
  bool complete() const { return complete_; }

 private:
  std::map<std::size_t, double> medians_;
  double taken_ = 0;
  bool complete_ = true;
};

/// The log ratios of the point's counting pairs in the span, less their rounds' shifts.
std::vector<double> adjusted_log_ratios(const timed_point& point,
                                        const control_adjustment& adjustment, round_span span);

}  // namespace warpmark::gate
