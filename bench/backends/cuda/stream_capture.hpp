#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/backends/cuda/device_session.hpp"

namespace warpmark::cuda {

/// The nodes of a captured graph.
struct captured_graph {
  std::size_t kernels = 0;
  std::size_t operations = 0;
};

/// What else a capturing thread may call: CU_STREAM_CAPTURE_MODE_….
enum class capture_mode : int {
  global = 0,       ///< Nothing that may wait, in any thread: no allocation, for example.
  this_thread = 1,  ///< Nothing of that kind in this thread.
  relaxed = 2       ///< Anything but waiting for the stream itself.
};

/// The result of a capture.
struct capture_outcome {
  bool has_begun = false;  ///< Whether the driver can capture at all.
  std::optional<captured_graph>
      graph;           ///< Empty if it cannot be captured, or `enqueue` has thrown.
  std::string thrown;  ///< What `enqueue` has thrown.
};

/// Captures what is enqueued into the session's stream into a graph that is never launched.
class stream_capture {
 public:
  explicit stream_capture(device_session& session) : session_(session) {}

  /// Whether the driver can capture.
  bool is_available() const;

  capture_outcome take(capture_mode mode, const std::function<void()>& enqueue);

 private:
  std::optional<captured_graph> end();

  device_session& session_;
};

/// Whether work can be timed, and how many operations it enqueues: backend::capture().
std::optional<captured_work> capture_work(device_session& session,
                                          const std::function<void()>& enqueue);

}  // namespace warpmark::cuda
