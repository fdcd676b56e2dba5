#include "ci/gate/trials/gate_guarantees.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpmark::gate {

guarantee_check check_alarms(const std::string& scenario, const trial_tally& unchanged,
                             const gate_guarantees& guarantees) {
  const double share =
      static_cast<double>(unchanged.alarmed) / static_cast<double>(unchanged.suites);
  return {fmt::format("{}: {:.2f} % of unchanged suites alarmed, guaranteed at most {:.3g} %",
                      scenario, 100 * share, 100 * guarantees.max_alarmed),
          share <= guarantees.max_alarmed};
}

guarantee_check check_power(const std::string& scenario, const trial_tally& slowed,
                            const guaranteed_power& guaranteed) {
  return {fmt::format("{}: {:.1f} % of slow-downs of {:.3g} % found, guaranteed at least {:.3g} %",
                      scenario, 100 * slowed.power(), 100 * guaranteed.slowdown,
                      100 * guaranteed.min_share),
          slowed.power() >= guaranteed.min_share};
}

guarantee_check check_coverage(const std::string& scenario, const trial_tally& tally,
                               const gate_guarantees& guarantees) {
  const double coverage = tally.coverage();
  return {
      fmt::format(
          "{}: {:.1f} % of the intervals contain the true ratio, guaranteed {:.3g} to {:.3g} %",
          scenario, 100 * coverage, 100 * guarantees.min_coverage, 100 * guarantees.max_coverage),
      guarantees.min_coverage <= coverage && coverage <= guarantees.max_coverage};
}

guarantee_check check_bias(double blocked, double alternating, const gate_guarantees& guarantees) {
  const double times = std::abs(blocked) / std::abs(alternating);
  return {fmt::format("warm-up: ABBA has {:.0f} times less bias than AABB, guaranteed {:.3g} times",
                      times, guarantees.bias_reduction),
          times >= guarantees.bias_reduction};
}

}  // namespace warpmark::gate
