#pragma once

#include <string>
#include <vector>

#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/timing/process_rounds.hpp"

namespace warpmark::gate {

/// Points of a timing run, twice: as the decision and as whoever measures them sees each.
struct timing_subjects {
  std::vector<timed_point> points;
  std::vector<round_subject> measured;

  /// The subject gets the point's key and role.
  void add(timed_point point, round_subject subject);

  /// Every calibrator, and the one that is planted to be `planted` slower in the head.
  void add_calibrators(double planted);
};

}  // namespace warpmark::gate
