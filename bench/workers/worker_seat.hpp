#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "bench/core/point.hpp"
#include "bench/workers/time_source.hpp"
#include "bench/workers/wire.hpp"
#include "bench/workers/worker_process.hpp"

namespace warpmark::workers {

/// The time limit of each phase of a point, in seconds, after which its worker is killed. A worker
/// enforces the limit of a compilation itself (worker_order::compile), see compile_phase_limit_s().
struct phase_limits {
  double verify_s = 300;  ///< Inputs, uploads, first execution, oracle; on simt everything.
  double measure_s = 120;
  double idle_s = 30;  ///< Between two points, for a worker that does not end.
};

/// The time limit for the kernel of a point, including another compilation before it and the start
/// of a process.
inline double compile_phase_limit_s(const compiler::compile_limits& of_each,
                                    const phase_limits& limits) {
  return 2 * of_each.seconds + limits.idle_s;
}

/// A worker could not be started, or fails before its first result; what() has the reason.
struct worker_unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A worker, which may be replaced, and its assigned points; it measures the first of them.
struct worker_seat {
  using clock = std::chrono::steady_clock;

  worker_order order;
  time_source now = clock::now;
  std::string card_uuid = {};
  std::unique_ptr<worker_process> process = {};
  std::deque<point> given = {};
  std::deque<point> suspects = {};  ///< Points of a worker that died; assigned one at a time.
  std::string problem = {};         ///< Problem of the last assigned point.
  std::string phase = {};           ///< Phase of the first point; empty: not started.
  clock::time_point phase_began = {};
  journal::json timed =
      {};  ///< The line of the first point if only its profile is missing; else null.
  std::size_t compiled = 0, from_cache = 0;
  std::size_t starts_without_result = 0;  ///< Starts since its last result.
  std::string end_message = {};           ///< The worker's message about its end.

  /// Starts a worker of `program` and waits until it is ready. Throws worker_unavailable, and
  /// channel_closed if the worker dies at once.
  worker_report start(const std::string& program);

  /// Assigns points until it has `max_points` without a result, or `next` has none. `measuring`
  /// replaces the options in the worker's order. `ahead`: points that may follow.
  void give(std::size_t max_points, const std::function<std::optional<point>()>& next,
            const std::optional<measuring_options>& measuring = {},
            const std::vector<point>& ahead = {});

  void drop_queued_points();

  void enter(std::string next_phase);
  double seconds_in_phase() const;

  /// The limit of the current phase; empty without a point.
  std::optional<double> limit(const phase_limits& limits) const;
};

}  // namespace warpmark::workers
