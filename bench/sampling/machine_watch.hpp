#pragma once

#include <chrono>

#include "bench/sampling/execution_timer.hpp"
#include "bench/sampling/throttle_reasons.hpp"

namespace warpmark::sampling {

/// The interval of watched samples: reading clocks and throttle reasons takes time.
inline constexpr double watch_every_s = 0.02;

/// The time for a throttled device to recover.
inline constexpr auto pause_when_throttled = std::chrono::milliseconds(50);

/// Whether the device reported throttling during the sample.
inline bool spoilt(const timed_sample& taken) {
  return taken.during && (taken.during->throttle_reasons.value_or(0) & throttle::spoils_samples);
}

}  // namespace warpmark::sampling
