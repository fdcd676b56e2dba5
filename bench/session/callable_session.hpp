#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/cuda/driver_api.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/core/measurement.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/sampling/pair_sampler.hpp"
#include "bench/session/callable.hpp"
#include "bench/session/conduct.hpp"
#include "bench/session/hold_watchdog.hpp"
#include "bench/statistics/hodges_lehmann.hpp"

namespace warpmark::session {

/// A measured callable. Its point is a variant of its family without axes.
struct measured_callable {
  std::unique_ptr<const warpmark::variant> variant;  ///< Of the measurement's point.
  warpmark::measurement measurement;
  conduct how;
};

/// Two callables that were sampled in turn.
struct compared_callables {
  sampling::pair_observation seen;
  /// Time of the second over that of the first, with its 95 % interval: the Hodges-Lehmann estimate
  /// of the logarithms of the pairs' ratios.
  statistics::location_estimate ratio;
  std::string why_not_held;  ///< Empty if held.
};

/// A card for callables of this process. Every function throws device_error, and what the callables
/// lead to: misuse and callback_failure.
class callable_session {
 public:
  /// Throws device_error where there is no card.
  explicit callable_session(int device_ordinal);
  ~callable_session();
  callable_session(const callable_session&) = delete;
  callable_session& operator=(const callable_session&) = delete;

  cuda::stream_handle stream() const { return stream_; }
  backend& machine() { return *machine_; }

  /// Makes the card's context current on this thread; returns the one that was.
  cuda::context_handle enter();
  void leave(cuda::context_handle before) noexcept;

  /// Throws also compiler::compiler_unavailable where the cold state has no NVRTC.
  measured_callable measure(const callable& work, const callable_options& options);
  compared_callables compare(const callable& first, const callable& second,
                             const callable_options& options);

  void measure_ceilings();
  run_manifest manifest(const callable_options& options);

 private:
  struct prepared_work;

  cache_flush* flush_for(cache_state state);
  std::optional<double> launch_floor_ns();
  conduct execute_and_check(const callable& work, holding hold);
  prepared_work prepare(const callable& work, const callable_options& options,
                        hold_watchdog& watchdog);

  cuda::driver_api driver_;
  cuda::device_id device_;
  cuda::context_handle context_ = nullptr;
  std::unique_ptr<backend> machine_;
  cuda::stream_handle stream_ = nullptr;
  compiler::kernel_compiler compiler_;
  std::optional<cache_flush> flush_;
  bool floor_is_known_ = false;
  measured_ceilings ceilings_;
};

}  // namespace warpmark::session
