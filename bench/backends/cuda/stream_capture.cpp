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

// The numbers of a graph's nodes, unless `code` says why they cannot be read.
captured_graph contents_of(const driver_api& driver, graph_handle graph, result& code) {
  captured_graph found;
  code = driver.graph_get_nodes(graph, nullptr, &found.operations);
  if (code != success || found.operations == 0) return found;
  std::vector<graph_node_handle> nodes(found.operations);
  code = driver.graph_get_nodes(graph, nodes.data(), &found.operations);
  if (code != success) return found;
  for (const graph_node_handle node : nodes) {
    int type = -1;
    if (driver.graph_node_get_type(node, &type) == success && type == kernel_node) ++found.kernels;
  }
  return found;
}

}  // namespace

bool can_capture(const driver_api& driver) {
  return driver.stream_begin_capture != nullptr && driver.stream_end_capture != nullptr &&
         driver.graph_get_nodes != nullptr && driver.graph_node_get_type != nullptr &&
         driver.graph_destroy != nullptr;
}

capture_outcome capture_stream(const driver_api& driver, stream_handle stream, capture_mode mode,
                               const std::function<void()>& enqueue,
                               const std::function<void(graph_handle)>& use) {
  capture_outcome outcome;
  if (!can_capture(driver)) return outcome;
  outcome.code = driver.stream_begin_capture(stream, static_cast<int>(mode));
  if (outcome.code != success) return outcome;
  outcome.has_begun = true;
  bool has_returned = false;
  try {
    enqueue();
    has_returned = true;
  } catch (const std::exception& thrown) {
    outcome.thrown = thrown.what();
  }
  graph_handle graph = nullptr;
  outcome.code = driver.stream_end_capture(stream, &graph);
  if (graph == nullptr) return outcome;
  if (outcome.code == success) {
    const captured_graph found = contents_of(driver, graph, outcome.code);
    if (outcome.code == success && has_returned) outcome.graph = found;
    if (outcome.graph) use(graph);
  }
  driver.graph_destroy(graph);
  return outcome;
}

capture_outcome capture_stream(device_session& session, capture_mode mode,
                               const std::function<void()>& enqueue,
                               const std::function<void(graph_handle)>& use) {
  const std::size_t launched = session.kernels();
  session.set_capturing(true);
  const auto outcome = capture_stream(session.driver(), session.stream(), mode, enqueue, use);
  session.set_capturing(false);
  session.set_kernels(launched);
  return outcome;
}

std::optional<captured_work> capture_work(device_session& session,
                                          const std::function<void()>& enqueue) {
  const driver_api& driver = session.driver();
  // The modes differ in what they permit, which tells what the work has done.
  const capture_outcome strict = capture_stream(session, capture_mode::global, enqueue);
  if (!strict.has_begun) return std::nullopt;
  captured_work result;
  if (strict.graph) {
    result.operations = strict.graph->operations;
  } else {
    const capture_outcome relaxed = capture_stream(session, capture_mode::relaxed, enqueue);
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
