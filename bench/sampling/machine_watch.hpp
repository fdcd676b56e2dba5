#pragma once

#include <chrono>

#include "bench/sampling/execution_timer.hpp"
#include "bench/sampling/throttle_reasons.hpp"

namespace warpmark::sampling {

/// How often samples are taken with a look at clocks and throttle reasons, which takes time itself.
inline constexpr double watch_every_s = 0.02;

/// For a machine that says it is throttled to recover.
inline constexpr auto pause_when_throttled = std::chrono::milliseconds(50);

/// Whether the machine said, while it took the sample, that it was slowed down.
inline bool spoilt(const timed_sample& taken) {
  return taken.during && (taken.during->throttle_reasons.value_or(0) & throttle::spoils_samples);
}

}  // namespace warpmark::sampling
