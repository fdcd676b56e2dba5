#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/cuda/device_session.hpp"
#include "bench/backends/cuda/l2_flusher.hpp"
#include "bench/backends/cuda/stream_gate.hpp"

namespace warpmark::cuda {

/// How samples are put into batches.
struct batch_plan {
  std::size_t samples = 1;
  bool gated = false;  ///< Whether the stream waits until the whole batch is enqueued.
};

/// `sample_s`: seconds on the wall for one sample; `operations`: what the work puts into the
/// stream.
batch_plan plan_batches(double sample_s, std::size_t operations);

/// Times work between pairs of events.
class event_sampler {
 public:
  event_sampler(device_session& session, std::size_t l2_bytes)
      : session_(session), gate_(session), flusher_(session, l2_bytes) {}
  ~event_sampler();
  event_sampler(const event_sampler&) = delete;
  event_sampler& operator=(const event_sampler&) = delete;

  /// Warms up, then takes samples until precision, budget or number is reached. Fills in the
  /// samples, the reason to stop and the timer's resolution. Throws what `work` throws, with the
  /// stream let through, and device_error.
  observation sample(const std::function<void()>& work, const measuring_options& options);

  /// Lets a held stream run. To be called before any wait: work that waits for itself while it is
  /// held would wait for ever.
  void let_through() noexcept { gate_.open(); }

 private:
  struct event_pair {
    event_handle start = nullptr;
    event_handle stop = nullptr;
  };

  double timer_resolution_ns();
  batch_plan warm_up(const std::function<void()>& work, bool cold);
  void take_batch(const std::function<void()>& work, const batch_plan& batch, bool cold,
                  std::vector<double>& samples_ns);
  void enqueue_batch(const std::function<void()>& work, const batch_plan& batch, bool cold);
  void need_events(std::size_t count);

  device_session& session_;
  stream_gate gate_;
  l2_flusher flusher_;
  std::vector<event_pair> events_;
  std::optional<double> timer_resolution_ns_;
};

/// Why to stop after these samples and this long; empty: go on.
std::string reason_to_stop(const std::vector<double>& samples_ns, double elapsed_s,
                           const measuring_options& options);

}  // namespace warpmark::cuda
