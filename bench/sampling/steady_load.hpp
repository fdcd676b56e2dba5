#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "bench/sampling/energy_meter.hpp"

namespace warpmark::sampling {

/// What is known of the work before it is repeated.
struct load_shape {
  double run_ns = 0;           ///< The time of one execution, about.
  std::size_t operations = 1;  ///< What one execution enqueues.
};

/// Keeps a device busy with back-to-back executions, and knows how many were complete when.
class steady_load {
 public:
  /// Begins with the first keep_busy().
  steady_load(energy_meter& meter, std::function<void()> run, const load_shape& shape);

  /// Notes what is complete and enqueues more. To be called at least every millisecond.
  void keep_busy();

  /// Keeps busy until an execution that was complete after `s` is known.
  void continue_past(double s);

  /// Waits for the end of what is enqueued.
  void finish();

  /// Executions complete at time `s` of the meter's clock, interpolated between the two ends of
  /// batches around it: the device executes at a steady rate.
  double executions_at(double s) const;

 private:
  struct progress {
    double s = 0;
    double executions = 0;
  };

  void note_progress();

  energy_meter& meter_;
  std::function<void()> run_;
  std::size_t batch_;  ///< Executions per mark.
  std::size_t marked_ = 0, reached_ = 0;
  std::vector<progress> seen_;  ///< Ascending.
};

}  // namespace warpmark::sampling
