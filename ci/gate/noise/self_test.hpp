#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ci/gate/noise/noise_scenario.hpp"
#include "ci/gate/noise/order_bias.hpp"
#include "ci/gate/trials/gate_guarantees.hpp"

namespace warpmark::gate {

/// The slow-downs that are planted.
inline constexpr std::array planted_slowdowns{0.015, 0.02, 0.03, 0.05, 0.10};

/// The size of the simulation.
struct self_test_plan {
  std::size_t points = 1000;    ///< Per suite.
  std::size_t slow = 20;        ///< Of them, in suites with slow-downs.
  std::size_t unchanged = 100;  ///< Suites without slow-downs, per scenario.
  std::size_t slowed = 25;      ///< Suites per slow-down and scenario.
  std::size_t bias_sessions = 2000;
};

/// The results of one noise scenario.
struct self_test_row {
  std::string scenario;
  trial_tally unchanged;
  std::array<trial_tally, planted_slowdowns.size()> slowed;
  trial_tally all;  ///< Intervals of all its suites.
};

/// The mean error of an order of the sides on a card that warms up by 3 % and drifts by 2 %.
struct measured_bias {
  side_order order;
  double bias;
};

struct self_test_result {
  std::vector<self_test_row> rows;
  std::vector<measured_bias> biases;
  std::vector<guarantee_check> checks;
  bool kept() const;
};

/// Runs the gate on simulated noise, in all scenarios, on all cores of the machine. The result
/// depends only on the seed and the plan.
self_test_result self_test(const self_test_plan& plan, const gate_settings& settings,
                           std::uint64_t seed);

}  // namespace warpmark::gate
