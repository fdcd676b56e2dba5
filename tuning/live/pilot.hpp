#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "tuning/live/race.hpp"

namespace warpmark::tuning {

/// The size of a pilot: large enough to reveal slow variants, small enough to be fast.
inline constexpr std::int64_t pilot_n = 1 << 16;

/// Whether there are several variants and a smaller size to compare them at.
bool is_worth_a_pilot(std::span<const config_choice> choices);

/// The variants whose bases are too slow at pilot_n to be tried at the larger size of `choices`: at
/// 2^28 elements the base of a serial kernel would take longer than the entire tuning. Empty if no
/// pilot is worthwhile, if the problem does not exist at the small size, or if nothing runs there.
/// Throws tuning_interrupted.
std::set<const variant*> far_behind_when_small(std::span<const config_choice> choices,
                                               const device_limits& limits, evaluator& machine,
                                               const race_options& options);

}  // namespace warpmark::tuning
