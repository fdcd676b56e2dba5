#pragma once

#include <cstddef>

#include "ci/gate/noise/noise_scenario.hpp"
#include "ci/gate/trials/suite_simulation.hpp"

namespace warpmark::gate {

/// The size and the planted slow-downs of a simulated suite.
struct noise_suite_plan {
  std::size_t points = 1000;
  std::size_t slow = 0;  ///< This many of the points …
  double slowdown = 0;   ///< … are slower by this.
  std::size_t calibrators = 30;
  double planted = 0.03;  ///< Slow-down of the positive control; 0: no such control.
};

/// Makes suites of the scenario: kernels of 20 us to 20 ms, spread evenly in the logarithm, so that
/// the margin is min_effect for all of them; slow ones spread over the suite; ten families.
suite_maker noise_suites(const noise_scenario& scenario, const noise_suite_plan& plan);

}  // namespace warpmark::gate
