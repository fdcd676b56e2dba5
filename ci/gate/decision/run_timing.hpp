#pragma once

#include <cstdint>

#include "ci/gate/decision/decide.hpp"

namespace warpmark::gate {

/// The rounds of a timing run and the result decided from them.
struct timing_run {
  timing_record record;
  timing_outcome outcome;
};

/// Measures and decides: screen_rounds of all points, then confirm_rounds (or more, see
/// rounds_to_confirm) of those that the screen flagged in either direction, of random_confirmed
/// others, of the positive control, and of up to max_controls equal controls to adjust by. Points
/// that are then INCONCLUSIVE, and a missed positive control, get as many rounds again. If the
/// screen flags nothing, nothing is drawn at random and there is no positive control, the screen
/// decides.
///
/// A pair with a pair_fault, or discarded by the source, is measured again at most twice, each time
/// in a round of its own with the controls. With a budget, no round begins after its end. The same
/// seed and the same measurements reproduce the run. The points' rounds must be empty. Throws
/// usage_error for too few rounds in the settings, and what the source throws.
timing_run run_timing(round_source& source, std::vector<timed_point> points,
                      const gate_settings& settings, std::uint64_t seed);

/// The most equal controls that stage 2 measures in addition to the points it confirms; calibrators
/// first.
inline constexpr std::size_t max_controls = 40;

}  // namespace warpmark::gate
