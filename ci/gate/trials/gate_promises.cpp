#include "ci/gate/trials/gate_promises.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpmark::gate {

promise_check check_alarms(const std::string& where, const trial_tally& unchanged,
                           const gate_promises& promises) {
  const double share =
      static_cast<double>(unchanged.alarmed) / static_cast<double>(unchanged.suites);
  return {fmt::format("{}: {:.2f} % of unchanged suites alarmed, promised at most {:.3g} %", where,
                      100 * share, 100 * promises.most_alarmed),
          share <= promises.most_alarmed};
}

promise_check check_power(const std::string& where, const trial_tally& slowed,
                          const promised_power& promised) {
  return {fmt::format("{}: {:.1f} % of slow-downs of {:.3g} % found, promised at least {:.3g} %",
                      where, 100 * slowed.power(), 100 * promised.slowdown, 100 * promised.least),
          slowed.power() >= promised.least};
}

promise_check check_coverage(const std::string& where, const trial_tally& tally,
                             const gate_promises& promises) {
  const double coverage = tally.coverage();
  return {fmt::format("{}: {:.1f} % of the intervals hold the truth, promised {:.3g} to {:.3g} %",
                      where, 100 * coverage, 100 * promises.least_coverage,
                      100 * promises.most_coverage),
          promises.least_coverage <= coverage && coverage <= promises.most_coverage};
}

promise_check check_bias(double blocked, double alternating, const gate_promises& promises) {
  const double times = std::abs(blocked) / std::abs(alternating);
  return {fmt::format("warm-up: ABBA has {:.0f} times less bias than AABB, promised {:.3g} times",
                      times, promises.bias_reduction),
          times >= promises.bias_reduction};
}

}  // namespace warpmark::gate
