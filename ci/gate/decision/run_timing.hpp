#pragma once

#include <cstdint>

#include "ci/gate/decision/decide.hpp"

namespace warpmark::gate {

/// The rounds of a timing run and what follows from them.
struct timing_run {
  timing_record record;
  timing_outcome outcome;
};

/// Measures and decides: screen_rounds of all points, then confirm_rounds (or more, see
/// rounds_to_confirm) of those that the screen picked in either direction, of random_confirmed
/// others, of the positive control, and of up to max_controls equal controls to adjust by. What is
/// INCONCLUSIVE then, and a positive control that was missed, gets as many rounds once more.
///
/// A pair with a pair_fault, or discarded by the source, is measured again at most twice, each time
/// in a round of its own with the controls. With a budget, no round begins after its end. The same
/// seed and the same measurements make the same run. The points' rounds have to be empty. Throws
/// usage_error for points without rounds to come, and what the source throws.
timing_run run_timing(round_source& source, std::vector<timed_point> points,
                      const gate_settings& settings, std::uint64_t seed);

/// Equal controls that stage 2 measures beside what it confirms: calibrators first.
inline constexpr std::size_t max_controls = 40;

}  // namespace warpmark::gate
