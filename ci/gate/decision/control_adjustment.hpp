#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// The common shift of all points of a round, which ran in the same two processes: the median log
/// ratio of the round's equal controls.
///
/// That median is itself noisy, more so with fewer controls. It is therefore shrunk by the
/// proportion in which the medians' size exceeds the part explained by their noise, one factor for
/// all rounds of the span (James & Stein, Proc. 4th Berkeley Symposium 1 (1961) 361-379). So
/// adjusting never adds much more noise than it removes.
class control_adjustment {
 public:
  /// A round with fewer controls is not adjusted: their median is indistinguishable from their
  /// noise.
  static constexpr std::size_t min_controls = 3;

  control_adjustment(const std::vector<timed_point>& points, round_span span);

  /// The part of this round's log ratios that all its points share.
  double shift(std::size_t round) const;

  /// The shrinkage factor of the medians; 0..1.
  double taken() const { return taken_; }

  /// Whether every round of the span that has a pair has enough controls.
  bool complete() const { return complete_; }

 private:
  std::map<std::size_t, double> medians_;
  double taken_ = 0;
  bool complete_ = true;
};

/// The log ratios of the point's valid pairs in the span, minus their rounds' shifts.
std::vector<double> adjusted_log_ratios(const timed_point& point,
                                        const control_adjustment& adjustment, round_span span);

}  // namespace warpmark::gate
