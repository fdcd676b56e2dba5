#include "ci/gate/decision/pair_faults.hpp"

#include <cmath>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

constexpr double max_clock_apart = 0.02;

bool is_time(double ns) { return std::isfinite(ns) && ns > 0; }

}  // namespace

std::string pair_fault(const round_pair& pair) {
  const arm& base = pair.base;
  const arm& head = pair.head;
  if (!is_time(base.time_ns) || !is_time(head.time_ns)) return "a side has no time";
  if (base.throttle != head.throttle)
    return fmt::format("throttled on one side: reasons {:#x} and {:#x}", base.throttle,
                       head.throttle);
  if (base.clock_hz && head.clock_hz) {
    const double apart = std::abs(*head.clock_hz / *base.clock_hz - 1);
    if (!(apart <= max_clock_apart))
      return fmt::format("SM clocks {:.1f} % apart: {:.0f} and {:.0f} MHz", 100 * apart,
                         *base.clock_hz / 1e6, *head.clock_hz / 1e6);
  }
  return "";
}

}  // namespace warpmark::gate
