#pragma once

#include <string>
#include <vector>

#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/timing/process_rounds.hpp"

namespace warpmark::gate {

/// Points of a timing run in two forms: for the decision and for the measurement.
struct timing_subjects {
  std::vector<timed_point> points;
  std::vector<round_subject> measured;

  /// The subject gets the point's key and role.
  void add(timed_point point, round_subject subject);

  /// Adds every calibrator, and the positive control whose head is slower by `planted`.
  void add_calibrators(double planted);
};

}  // namespace warpmark::gate
