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
  result code = success;   ///< Of the call that failed: the begin, the end, or reading the graph.
  std::optional<captured_graph> graph;  ///< Empty if it failed, or `enqueue` has thrown.
  std::string thrown;                   ///< What `enqueue` has thrown.
};

/// Whether the driver has the calls that capturing takes.
bool can_capture(const driver_api& driver);

/// Captures what is enqueued into the stream into a graph. `use` is called with a graph that is
/// complete, before it is destroyed.
capture_outcome capture_stream(
    const driver_api& driver, stream_handle stream, capture_mode mode,
    const std::function<void()>& enqueue,
    const std::function<void(graph_handle)>& use = [](graph_handle) {});

/// The same of the session's stream. Meanwhile nothing executes, as device_session::capturing()
/// says, and launches do not count.
capture_outcome capture_stream(
    device_session& session, capture_mode mode, const std::function<void()>& enqueue,
    const std::function<void(graph_handle)>& use = [](graph_handle) {});

/// Whether work can be timed, and how many operations it enqueues: backend::capture().
std::optional<captured_work> capture_work(device_session& session,
                                          const std::function<void()>& enqueue);

}  // namespace warpmark::cuda
