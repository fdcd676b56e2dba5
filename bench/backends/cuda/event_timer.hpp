#pragma once

#include <optional>
#include <vector>

#include "bench/backends/cuda/device_session.hpp"
#include "bench/backends/cuda/launch_slots.hpp"
#include "bench/backends/cuda/nvml_api.hpp"
#include "bench/backends/cuda/stream_gate.hpp"
#include "bench/sampling/execution_timer.hpp"
#include "bench/statistics/philox.hpp"

namespace warpmark::cuda {

/// Times work between two events of the session's stream. The pairs of events are used in turn: the
/// address to which the card writes an event's time changes that time by a tenth of a microsecond
/// or more.
class event_timer final : public sampling::execution_timer {
 public:
  event_timer(device_session& session, const nvml_card& sensors)
      : session_(session), sensors_(sensors), gate_(session), slots_(session) {}
  ~event_timer() override;
  event_timer(const event_timer&) = delete;
  event_timer& operator=(const event_timer&) = delete;

  sampling::timed_sample take(const timed_work& work,
                              const sampling::sample_request& request) override;
  /// Tries all launch slots and pins the work's first kernel to the fastest one.
  void settle(const timed_work& work, double run_ns) override;

  void forget() override { settled_.reset(); }

  sampling::timer_limits limits() override;
  std::size_t max_held_operations() const override;
  machine_state state() const override { return sensors_.state(); }

  /// Releases a held stream. Call before any wait: waiting for held work would deadlock.
  void let_through() noexcept { gate_.open(); }

 private:
  struct event_pair {
    event_handle start = nullptr;
    event_handle stop = nullptr;
  };

  const event_pair& next_events();
  std::size_t enqueue(const timed_work& work, const sampling::sample_request& request,
                      const event_pair& events);

  device_session& session_;
  const nvml_card& sensors_;
  stream_gate gate_;
  launch_slots slots_;
  std::vector<event_pair> events_;
  std::size_t next_ = 0;  ///< Into events_.
  statistics::random_stream random_{0};
  double enqueue_ns_ = 0;  ///< Of the last sample; see timed_sample.
  std::optional<sampling::timer_limits> limits_;

  /// State of the work that settle() was called for.
  struct settled_work {
    std::size_t kernels_of_prepare = 0;
    std::size_t kernels_of_run = 0;
    std::size_t slot = 0;  ///< The slot of the first timed kernel.
  };
  std::optional<settled_work> settled_;
};

}  // namespace warpmark::cuda
