#pragma once

#include <cstdint>
#include <string_view>

namespace warpmark {

/// What a reader of a time should know; docs/measuring.md explains each. In alphabetical order,
/// which is that of journals.
enum class warning : std::uint8_t {
  bimodal,                ///< The samples come from two states of the machine.
  buffers_stay_in_cache,  ///< (rotated) Too few buffers to displace each other.
  clocks_not_locked,      ///< The SM clock moved by more than 1 % around or during the samples.
  near_launch_floor,      ///< More than half of the time is what an empty kernel takes.
  not_held,  ///< (callables) The card worked while the host still enqueued: its time is included.
  not_precise,       ///< Sampling ended before the interval was as narrow as requested.
  not_steady,        ///< The warm-up ended before the times showed no trend.
  other_process,     ///< Another process has a context on the card.
  power_throttle,    ///< The card lowered its clocks for power.
  thermal_throttle,  ///< The card lowered its clocks for heat.
  timer_too_coarse,  ///< One tick of the clock is more than the requested precision.
  too_few_samples,   ///< Fewer than six, which have no 95 % interval.
  unverified,        ///< The expected results are unknown (reference = "none").
};

/// As the journal has it.
constexpr std::string_view name(warning which) {
  constexpr std::string_view names[] = {
      "bimodal",        "buffers_stay_in_cache", "clocks_not_locked", "near_launch_floor",
      "not_held",       "not_precise",           "not_steady",        "other_process",
      "power_throttle", "thermal_throttle",      "timer_too_coarse",  "too_few_samples",
      "unverified"};
  return names[static_cast<std::size_t>(which)];
}

}  // namespace warpmark
