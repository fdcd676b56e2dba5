#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "bench/backends/backend.hpp"
#include "bench/core/cache_flush.hpp"

namespace warpmark {

/// Times of the same work at one moment of a run.
struct reference_times {
  double memory_ns = 0;  ///< Of reading twice the size of L2.
  double chain_ns = 0;   ///< Of dependent arithmetic, which knows nothing but the clock.
  machine_state state;
};

/// Measures a reference between points, so that a slow drift of the card shows.
class drift_watch {
 public:
  /// `flush` reads the memory. Compiles and loads one kernel more.
  drift_watch(backend& machine, compiler::kernel_compiler& compile, cache_flush& flush);

  /// A new reference if the last one is a second old or more, and the card was not throttled all
  /// the time; takes a millisecond.
  std::optional<reference_times> take_if_due();

 private:
  backend& machine_;
  cache_flush& flush_;
  guarded_buffer results_;
  backend::module_handle chain_;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

/// The change of one series of references over the run.
struct drift_report {
  double change = 0;   ///< Theil-Sen slope times the length of the series, over its median.
  double p_value = 1;  ///< Of the Mann-Kendall test.
  bool real = false;   ///< Significant at 1 %, and more than 1 %.
};

/// None below eight references.
std::optional<drift_report> assess_drift(std::span<const double> times_ns);

}  // namespace warpmark
