#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "tuning/live/race.hpp"

namespace warpmark::tuning {

/// The size of a pilot: long enough for what is slow to show, short enough not to wait for it.
inline constexpr std::int64_t pilot_n = 1 << 16;

/// Whether there are several variants to tell apart, and a smaller size to do it at.
bool is_worth_a_pilot(std::span<const config_choice> choices);

/// Which variants are too far behind at pilot_n to be tried at the larger size of `choices`, by
/// their bases alone: at 2^28 elements the base of a serial kernel would take longer than the whole
/// tuning. None where it is not worth a pilot, has no such small sibling, or nothing of that runs.
/// Throws tuning_interrupted.
std::set<const variant*> far_behind_when_small(std::span<const config_choice> choices,
                                               const device_limits& limits, evaluator& at,
                                               const race_options& options);

}  // namespace warpmark::tuning
