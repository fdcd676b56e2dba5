#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "ci/gate/decision/run_timing.hpp"

namespace warpmark::gate {

/// A suite for testing the gate: points, their true slow-downs, and a source of rounds.
struct synthetic_suite {
  std::vector<timed_point> points;
  std::vector<double> slowdowns;  ///< True and relative, by point; 0.02 is 2 % slower.
  std::unique_ptr<round_source> source;
};

/// Makes a suite from a seed: with simulated noise, or on a card with the same build on both sides
/// and planted slow-downs.
using suite_maker = std::function<synthetic_suite(std::uint64_t seed)>;

/// Counts the gate's results for many suites against the truth; for candidates unless noted
/// otherwise.
struct trial_tally {
  std::size_t suites = 0;
  std::size_t alarmed = 0;       ///< Suites with a REGRESSION of a point that is not slower …
  std::size_t false_alarms = 0;  ///< … and such points in all.
  std::size_t false_improvements = 0;
  std::size_t equal_points = 0;   ///< Points that are not slower …
  std::size_t equal_flagged = 0;  ///< … of which the screen flagged this many …
  std::size_t equal_passed = 0;   ///< … and this many were shown to be no slower.
  std::size_t slow_points = 0;    ///< Points with a true slow-down …
  std::size_t slow_found = 0;     ///< … of which this many are REGRESSION.
  std::size_t intervals = 0;      ///< Intervals of confirmed points …
  std::size_t covering = 0;       ///< … that contain the true ratio.
  std::size_t void_suites = 0;    ///< Suites whose controls failed.
  std::size_t warned_suites = 0;  ///< With a warning of a trend or bias.

  double power() const;  ///< slow_found / slow_points; 0 without any.
  double coverage() const;
  double flagged_share() const;  ///< Of equal points.
  double passed_share() const;
};

/// Runs the gate on `suites` suites made from the seeds seed, seed + 1, …
trial_tally try_suites(const suite_maker& make, const gate_settings& settings, std::size_t suites,
                       std::uint64_t seed);

}  // namespace warpmark::gate
