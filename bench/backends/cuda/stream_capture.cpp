#include "bench/backends/cuda/stream_capture.hpp"

#include <exception>
#include <vector>

#include <fmt/format.h>

namespace warpmark::cuda {
namespace {

constexpr int kernel_node = 0;  // CU_GRAPH_NODE_TYPE_KERNEL

std::string with_reason(const std::string& fault, const std::string& thrown) {
  return thrown.empty() ? fault : fmt::format("{} ({})", fault, thrown);
}

}  // namespace

bool stream_capture::is_available() const {
  const driver_api& driver = session_.driver();
  return driver.stream_begin_capture != nullptr && driver.stream_end_capture != nullptr &&
         driver.graph_get_nodes != nullptr && driver.graph_node_get_type != nullptr &&
         driver.graph_destroy != nullptr;
}

capture_outcome stream_capture::take(capture_mode mode, const std::function<void()>& enqueue) {
  capture_outcome result;
  if (!is_available() ||
      session_.driver().stream_begin_capture(session_.stream(), static_cast<int>(mode)) != success)
    return result;
  result.has_begun = true;
  const std::size_t launched = session_.kernels();
  bool has_returned = false;
  try {
    enqueue();
    has_returned = true;
  } catch (const std::exception& thrown) {
    result.thrown = thrown.what();
  }
  const auto captured = end();
  session_.set_kernels(launched);
  if (has_returned) result.graph = captured;
  return result;
}

std::optional<captured_graph> stream_capture::end() {
  const driver_api& driver = session_.driver();
  graph_handle graph = nullptr;
  if (driver.stream_end_capture(session_.stream(), &graph) != success || graph == nullptr)
    return std::nullopt;
  std::size_t count = 0;
  std::optional<captured_graph> found;
  if (driver.graph_get_nodes(graph, nullptr, &count) == success) {
    std::vector<graph_node_handle> nodes(count);
    if (count == 0 || driver.graph_get_nodes(graph, nodes.data(), &count) == success) {
      found = {.operations = count};
      for (const graph_node_handle node : nodes) {
        int type = -1;
        if (driver.graph_node_get_type(node, &type) == success && type == kernel_node)
          ++found->kernels;
      }
    }
  }
  driver.graph_destroy(graph);
  return found;
}

std::optional<captured_work> capture_work(device_session& session,
                                          const std::function<void()>& enqueue) {
  stream_capture capture(session);
  const driver_api& driver = session.driver();
  // The modes differ in what they permit, which tells what the work has done.
  const capture_outcome strict = capture.take(capture_mode::global, enqueue);
  if (!strict.has_begun) return std::nullopt;
  captured_work result;
  if (strict.graph) {
    result.operations = strict.graph->operations;
  } else {
    const capture_outcome relaxed = capture.take(capture_mode::relaxed, enqueue);
    result.fault =
        relaxed.graph
            ? with_reason(
                  "it allocates or frees memory, or calls something else that may wait for "
                  "the device, while it is timed",
                  strict.thrown)
            : with_reason(
                  "it waits for the stream or for an event, reads an event's time, or leaves "
                  "work in another stream that the given one does not wait for",
                  relaxed.thrown);
  }
  // What went elsewhere was executed.
  if (driver.context_synchronize != nullptr)
    driver.check(driver.context_synchronize(), "cuCtxSynchronize");
  return result;
}

}  // namespace warpmark::cuda
