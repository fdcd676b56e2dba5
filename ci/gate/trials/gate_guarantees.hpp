#pragma once

#include <array>
#include <string>
#include <vector>

#include "ci/gate/trials/suite_simulation.hpp"

namespace warpmark::gate {

/// A slow-down and the smallest share of such points that is found.
struct guaranteed_power {
  double slowdown;
  double min_share;
};

/// The guarantees of the gate, enforced by `warpmark selftest` and the tests.
struct gate_guarantees {
  /// Share of unchanged suites of a thousand points with any REGRESSION, in every scenario.
  double max_alarmed = 0.01;
  /// In the typical scenario.
  std::array<guaranteed_power, 3> powers{{{0.02, 0.85}, {0.03, 0.95}, {0.05, 0.99}}};
  /// Coverage of the 95 % intervals of confirmed points, in every scenario.
  double min_coverage = 0.93;
  double max_coverage = 0.97;
  /// How many times less bias ABBA has than AABB on a card that warms up.
  double bias_reduction = 5;
};

/// One guarantee with the measured value.
struct guarantee_check {
  std::string text;  ///< "quiet: suites with a false alarm: 0.0 %, guaranteed at most 1 %"
  bool kept = false;
};

// The measured share itself is judged, not its confidence bound.
guarantee_check check_alarms(const std::string& scenario, const trial_tally& unchanged,
                             const gate_guarantees& guarantees = {});
guarantee_check check_power(const std::string& scenario, const trial_tally& slowed,
                            const guaranteed_power& guaranteed);
guarantee_check check_coverage(const std::string& scenario, const trial_tally& tally,
                               const gate_guarantees& guarantees = {});
guarantee_check check_bias(double blocked, double alternating,
                           const gate_guarantees& guarantees = {});

}  // namespace warpmark::gate
