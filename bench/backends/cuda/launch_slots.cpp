#include "bench/backends/cuda/launch_slots.hpp"

#include <vector>

namespace warpmark::cuda {
namespace {

constexpr int capture_of_this_thread = 1;  // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
constexpr int kernel_node = 0;             // CU_GRAPH_NODE_TYPE_KERNEL

constexpr const char* empty_ptx =
    ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry empty()\n{\n  ret;\n}\n";

}  // namespace

launch_slots::~launch_slots() {
  if (module_ != nullptr) session_.driver().module_unload(module_);
}

bool launch_slots::open() {
  if (empty_ != nullptr || refused_) return !refused_;
  const driver_api& driver = session_.driver();
  refused_ = !can_capture() || driver.module_load_data(&module_, empty_ptx) != success ||
             driver.module_get_function(&empty_, module_, "empty") != success;
  if (refused_) return false;
  launch_empty();
  session_.synchronize();
  return true;
}

void launch_slots::launch_empty() {
  const driver_api& driver = session_.driver();
  driver.check(
      driver.launch_kernel(empty_, 1, 1, 1, 1, 1, 1, 0, session_.stream(), nullptr, nullptr),
      "cuLaunchKernel(empty)");
  session_.count_kernels(1);
}

void launch_slots::advance_to(std::size_t slot) {
  while (session_.kernels() % round != slot % round) launch_empty();
}

bool launch_slots::can_capture() const {
  const driver_api& driver = session_.driver();
  return driver.stream_begin_capture != nullptr && driver.stream_end_capture != nullptr &&
         driver.graph_get_nodes != nullptr && driver.graph_node_get_type != nullptr &&
         driver.graph_destroy != nullptr;
}

bool launch_slots::begin_capture() {
  return can_capture() && session_.driver().stream_begin_capture(session_.stream(),
                                                                 capture_of_this_thread) == success;
}

std::optional<std::size_t> launch_slots::end_capture() {
  const driver_api& driver = session_.driver();
  graph_handle graph = nullptr;
  if (driver.stream_end_capture(session_.stream(), &graph) != success || graph == nullptr)
    return std::nullopt;
  std::size_t count = 0;
  std::optional<std::size_t> kernels;
  if (driver.graph_get_nodes(graph, nullptr, &count) == success) {
    std::vector<graph_node_handle> nodes(count);
    if (count == 0 || driver.graph_get_nodes(graph, nodes.data(), &count) == success) {
      kernels = 0;
      for (const graph_node_handle node : nodes) {
        int type = -1;
        if (driver.graph_node_get_type(node, &type) == success && type == kernel_node) ++*kernels;
      }
    }
  }
  driver.graph_destroy(graph);
  return kernels;
}

}  // namespace warpmark::cuda
