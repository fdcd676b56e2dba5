#pragma once

#include <optional>

#include "bench/backends/cuda/device_session.hpp"
#include "bench/backends/cuda/nvml_api.hpp"
#include "bench/backends/cuda/stream_gate.hpp"
#include "bench/sampling/execution_timer.hpp"

namespace warpmark::cuda {

/// Times work between two events of the session's stream.
class event_timer final : public sampling::execution_timer {
 public:
  event_timer(device_session& session, const nvml_card& sensors)
      : session_(session), sensors_(sensors), gate_(session) {}
  ~event_timer() override;
  event_timer(const event_timer&) = delete;
  event_timer& operator=(const event_timer&) = delete;

  sampling::timed_sample take(const timed_work& work,
                              const sampling::sample_request& request) override;
  sampling::timer_limits limits() override;
  std::size_t most_held_operations() const override;
  machine_state state() const override { return sensors_.state(); }

  /// Lets a held stream run. To be called before any wait: work that waits for itself while it is
  /// held would wait for ever.
  void let_through() noexcept { gate_.open(); }

 private:
  void need_events();
  std::size_t enqueue(const timed_work& work, const sampling::sample_request& request);

  device_session& session_;
  const nvml_card& sensors_;
  stream_gate gate_;
  event_handle start_ = nullptr;
  event_handle stop_ = nullptr;
  std::optional<sampling::timer_limits> limits_;
};

}  // namespace warpmark::cuda
