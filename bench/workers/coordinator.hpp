#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/core/measurement.hpp"
#include "bench/workers/work_queue.hpp"
#include "bench/workers/worker_seat.hpp"

namespace warpmark::workers {

/// How a sweep ended.
struct sweep_outcome {
  std::size_t measured = 0;
  std::string stopped;  ///< Why it stopped before its last point; empty if it did not.
  std::size_t kernels_compiled = 0;
  std::size_t kernels_from_cache = 0;
  std::size_t worker_restarts = 0;
};

/// Receives a sweep's results as journal lines, as soon as they are available.
struct sweep_listener {
  std::function<void(const point&, journal::json&&)> measured;
  std::function<void(journal::json&&)> referenced;  ///< Lines of references between points.
  std::function<bool()> interrupted;                ///< Polled often: whether to stop.
};

/// Options of a sweep.
struct sweep_options {
  std::optional<std::uint64_t> shuffle_seed;  ///< See work_queue.
  std::optional<double> budget_seconds;  ///< Wall time after which no further point is started.
  /// From when the budget counts; empty: from the call.
  std::optional<std::chrono::steady_clock::time_point> budget_began = {};
  /// Options for these points, instead of those in the workers' orders.
  std::optional<measuring_options> measuring = {};
  /// Points that may be requested next. A worker with idle compile threads compiles their kernels.
  std::vector<point> ahead = {};
  /// Whether the point of a key is already done; such points are skipped.
  std::function<bool(const std::string& key)> is_done = {};
};

/// Measures points in worker processes, one per device. This process holds no device context and
/// compiles nothing: a fault of a kernel or its compilation affects only that point, and its worker
/// is replaced.
///
/// A worker compiles ahead of the point that it measures, so its death is not proof against that
/// point. All its points are then measured one at a time, and a point is `crashed` when a worker
/// dies with it for the second time.
class coordinator {
 public:
  /// Starts one worker per order and waits until all are ready. `program` is the path of
  /// warpmark. Limits and budgets use the clock `now`. Throws worker_unavailable.
  coordinator(std::string program, std::vector<worker_order> orders, phase_limits limits,
              time_source now = std::chrono::steady_clock::now);

  /// The report of each worker.
  const std::vector<worker_report>& reports() const { return reports_; }

  /// Stops after the points in flight when the listener requests it or the budget is used up.
  /// Points are created when workers take them, so a plan may have any number.
  sweep_outcome run(const planned_points& plan, const sweep_options& options,
                    const sweep_listener& listener);

 private:
  using seat = worker_seat;

  void replace(seat& worker, work_queue& queue, const std::string& why);
  void feed(seat& worker, work_queue& queue, std::size_t max_points);
  bool working() const;
  void attend(seat& worker, work_queue& queue);
  bool listen(seat& worker);
  void handle(seat& worker, const journal::json& message);
  void lose(seat& worker, work_queue& queue, const std::string& why, point_status status);
  void settle_blame(seat& worker, const std::string& why, point_status status);
  void record_unprofiled(seat& worker, const std::string& why);
  void record_lost(seat& worker, const std::string& why, point_status status);
  void wait_for_any();

  std::string program_;
  phase_limits limits_;
  time_source now_;
  std::vector<seat> seats_;
  std::vector<worker_report> reports_;
  const sweep_listener* listener_ = nullptr;    // While running.
  std::optional<measuring_options> measuring_;  // While running.
  std::vector<point> ahead_;                    // Until they are sent to a worker.
  std::set<std::string> suspect_keys_;          // Keys of points with which a worker has died once.
  sweep_outcome outcome_;
};

}  // namespace warpmark::workers
