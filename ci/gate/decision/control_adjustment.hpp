#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// Medians of controls by round, with the part of them that is not noise.
struct shrunken_medians {
  std::map<std::size_t, double> by_round;
  double taken = 0;  ///< The shrinkage factor; 0..1.

  /// The part of this round's median that is taken; 0 for a round without one.
  double shift(std::size_t round) const;
};

/// The common shift of all points of a round, which ran in the same two processes: the median log
/// ratio of the round's equal controls. On top of it, the shift that the points of one resource
/// share: the median of what the first left of that resource's controls.
///
/// Such a median is itself noisy, more so with fewer controls. It is therefore shrunk by the
/// proportion in which the medians' size exceeds the part explained by their noise, one factor for
/// all rounds of the span (James & Stein, Proc. 4th Berkeley Symposium 1 (1961) 361-379). So
/// adjusting never adds much more noise than it removes. A resource has few controls, and mostly no
/// shift of its own: its medians are only taken where their size is more than noise has in one of a
/// thousand spans.
class control_adjustment {
 public:
  /// A round with fewer controls is not adjusted: their median is indistinguishable from their
  /// noise. The same holds for the controls of a resource.
  static constexpr std::size_t min_controls = 3;

  control_adjustment(const std::vector<timed_point>& points, round_span span);

  /// The part of this round's log ratios that all its points share.
  double shift(std::size_t round) const { return all_.shift(round); }

  /// The part of this point's log ratio, by its index, in this round.
  double shift_of(std::size_t point, std::size_t round) const;

  /// The controls by which the point is adjusted: "memory", "compute", "latency"; "all" where its
  /// resource has too few, or no shift of its own; "none" where no shift exceeds the noise.
  std::string_view controls_of(std::size_t point) const;

  /// The shrinkage factor of the medians of all controls; 0..1.
  double taken() const { return all_.taken; }

  /// The same for the controls of a resource.
  double taken(resource_class resource) const;

  /// Whether every round of the span that has a pair has enough controls.
  bool complete() const { return complete_; }

 private:
  std::vector<resource_class> classes_;
  shrunken_medians all_;
  std::map<resource_class, shrunken_medians> of_resources_;
  bool complete_ = true;
};

/// The log ratios of the valid pairs in the span of the point with this index, minus their shifts.
std::vector<double> adjusted_log_ratios(const std::vector<timed_point>& points, std::size_t point,
                                        const control_adjustment& adjustment, round_span span);

}  // namespace warpmark::gate
