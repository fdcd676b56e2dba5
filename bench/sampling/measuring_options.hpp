#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace warpmark {

/// What the caches hold when a timed execution begins.
enum class cache_state {
  cold,     ///< Nothing of the work's: the last-level cache was filled with other data before.
  hot,      ///< What the execution before has left there.
  rotated,  ///< Nothing of the buffers': each execution has others, more than the cache holds.
};

std::string_view name(cache_state state);

/// What a flush leaves in the cache: lines that can be dropped, or lines that must be written back
/// first, at the cost of the work that is timed.
enum class flush_lines { clean, dirty };

/// How precisely and how long to measure.
struct measuring_options {
  double precision = 0.01;   ///< Wanted half-width of the median's 95 % interval, relative.
  double max_seconds = 1.0;  ///< Wall time for the samples of one point.
  std::size_t max_samples = 1000;
  cache_state state = cache_state::cold;
  flush_lines flush = flush_lines::clean;
  bool warm_up = true;      ///< Run untimed until steady first.
  bool may_repeat = false;  ///< Whether a sample may be several executions, one after the other.
  /// Where only better times matter: sampling ends ("beaten") once the median is surely above it.
  std::optional<double> time_to_beat_ns = {};
};

}  // namespace warpmark
