#include "bench/backends/cuda/recorded_graph.hpp"

#include <utility>

#include "bench/backends/cuda/stream_capture.hpp"

namespace warpmark::cuda {
namespace {

class recorded_graph final : public recorded_work {
 public:
  recorded_graph(device_session& session, graph_exec_handle graph, const captured_graph& nodes)
      : session_(session), graph_(graph), nodes_(nodes) {}
  ~recorded_graph() override { session_.driver().graph_exec_destroy(graph_); }
  recorded_graph(const recorded_graph&) = delete;
  recorded_graph& operator=(const recorded_graph&) = delete;

  void launch() override {
    session_.driver().check(session_.driver().graph_launch(graph_, session_.stream()),
                            "cuGraphLaunch");
  }
  std::size_t operations() const override { return nodes_.operations; }

 private:
  device_session& session_;
  graph_exec_handle graph_;
  captured_graph nodes_;
};

}  // namespace

std::unique_ptr<recorded_work> record_graph(device_session& session,
                                            const std::function<void()>& enqueue) {
  const driver_api& driver = session.driver();
  if (driver.graph_instantiate == nullptr || driver.graph_launch == nullptr ||
      driver.graph_exec_destroy == nullptr)
    return nullptr;
  graph_exec_handle graph = nullptr;
  const auto captured =
      capture_stream(session, capture_mode::this_thread, enqueue, [&](graph_handle whole) {
        if (driver.graph_instantiate(&graph, whole, 0) != success) graph = nullptr;
      });
  if (graph == nullptr) return nullptr;
  return std::make_unique<recorded_graph>(session, graph, *captured.graph);
}

}  // namespace warpmark::cuda
