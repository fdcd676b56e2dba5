#pragma once

#include <chrono>
#include <optional>
#include <span>

#include "bench/backends/backend.hpp"
#include "bench/core/cache_flush.hpp"

namespace warpmark {

/// Times of the reference work at one moment of a run.
struct reference_times {
  double memory_ns = 0;  ///< Time to read twice the size of L2.
  double chain_ns = 0;   ///< Time of dependent arithmetic, which depends only on the SM clock.
  machine_state state;
};

/// Measures a reference between points to detect a slow drift of the card.
class drift_watch {
 public:
  /// `flush` reads the memory. Compiles and loads one additional kernel.
  drift_watch(backend& machine, compiler::kernel_compiler& compile, cache_flush& flush);

  /// Measures a new reference if the last one is at least a second old, unless the card is
  /// throttled throughout. Takes a millisecond.
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
  double change = 0;   ///< Theil-Sen slope times the length of the series, divided by its median.
  double p_value = 1;  ///< Of the Mann-Kendall test.
  bool real = false;   ///< Significant at 1 %, and more than 1 %.
};

/// Empty for fewer than eight references.
std::optional<drift_report> assess_drift(std::span<const double> times_ns);

}  // namespace warpmark
