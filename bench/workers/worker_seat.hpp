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

/// How long each phase of a point may take, in seconds, before its worker is killed. A worker keeps
/// the limit of a compilation itself (worker_order::compile), see compile_phase_limit_s().
struct phase_limits {
  double verify_s = 300;  ///< Inputs, uploads, first execution, oracle; on simt all of it.
  double measure_s = 120;
  double idle_s = 30;  ///< With points in hand, between two of them: a worker that cannot end.
};

/// How long a worker may wait for the kernel of a point: it may have to finish another compilation
/// first, and to start a process.
inline double compile_phase_limit_s(const compiler::compile_limits& of_each,
                                    const phase_limits& limits) {
  return 2 * of_each.seconds + limits.idle_s;
}

/// A worker could not be started, or fails before it has measured anything: what() says why.
struct worker_unavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One worker, which may be replaced by another, and the points it has been given; it measures the
/// first of them.
struct worker_seat {
  using clock = std::chrono::steady_clock;

  worker_order order;
  time_source now = clock::now;
  std::string card_uuid = {};
  std::unique_ptr<worker_process> process = {};
  std::deque<point> given = {};
  std::deque<point> suspects = {};  ///< Had by a worker that died; given one at a time.
  std::string problem = {};         ///< Of the last point given.
  std::string phase = {};           ///< Of the first point; empty: not begun.
  clock::time_point phase_began = {};
  std::size_t compiled = 0, from_cache = 0;
  std::size_t fruitless = 0;   ///< Starts since its last result.
  std::string complaint = {};  ///< What the worker said of its end.

  /// Starts a worker of `program` and waits until it is ready. Throws worker_unavailable, and
  /// channel_closed if the worker dies at once.
  worker_report start(const std::string& program);

  /// Gives it points until it has `most` that it has not yet got results of, or `next` has none.
  /// `measuring`: to measure them so, instead of as the worker was ordered to. `ahead`: points that
  /// may follow.
  void give(std::size_t most, const std::function<std::optional<point>()>& next,
            const std::optional<measuring_options>& measuring = {},
            const std::vector<point>& ahead = {});

  void drop_all_but_the_point_in_flight();

  void enter(std::string next_phase);
  double seconds_in_phase() const;

  /// Of the phase that it is in; none without a point in hand.
  std::optional<double> limit(const phase_limits& limits) const;
};

}  // namespace warpmark::workers
