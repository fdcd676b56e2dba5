#pragma once

#include <cstdint>
#include <string_view>

namespace warpmark {

/// What a reader of a time should know; docs/measuring.md explains each, with its rate of false
/// alarms. In alphabetical order, which is that of journals.
enum class warning : std::uint8_t {
  bimodal,                ///< The machine changed between two states, and the median is of one.
  buffers_stay_in_cache,  ///< (rotated) Too few buffers to displace each other.
  clocks_not_locked,      ///< The SM clock moved by more than the precision, under load.
  ecc_errors,             ///< The card's memory had errors.
  fixed_inputs,           ///< Too little memory to rotate inputs.
  near_launch_floor,      ///< More than half of the time is what an empty kernel takes.
  not_held,          ///< The card worked while the host still enqueued: its time may be included.
  not_precise,       ///< The interval is wider than requested by more than half.
  not_steady,        ///< The samples have a trend.
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
      "bimodal",          "buffers_stay_in_cache", "clocks_not_locked", "ecc_errors",
      "fixed_inputs",     "near_launch_floor",     "not_held",          "not_precise",
      "not_steady",       "other_process",         "power_throttle",    "thermal_throttle",
      "timer_too_coarse", "too_few_samples",       "unverified"};
  return names[static_cast<std::size_t>(which)];
}

/// Whether it is a property of the point, which another measurement has as well, and no doubt
/// about this one: a note in journals.
constexpr bool is_note(warning which) { return which == warning::near_launch_floor; }

}  // namespace warpmark
