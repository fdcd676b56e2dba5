#include "bench/backends/cuda/launch_slots.hpp"

#include "bench/backends/cuda/stream_capture.hpp"

namespace warpmark::cuda {
namespace {

constexpr const char* empty_ptx =
    ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry empty()\n{\n  ret;\n}\n";

}  // namespace

launch_slots::~launch_slots() {
  if (module_ != nullptr) session_.driver().module_unload(module_);
}

bool launch_slots::open() {
  if (empty_ != nullptr || refused_) return !refused_;
  const driver_api& driver = session_.driver();
  refused_ = !can_capture(driver) || driver.module_load_data(&module_, empty_ptx) != success ||
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

std::optional<std::size_t> launch_slots::count_kernels(const std::function<void()>& enqueue) {
  // A real failure occurs again in the execution.
  const capture_outcome captured = capture_stream(session_, capture_mode::this_thread, enqueue);
  return captured.graph ? std::optional(captured.graph->kernels) : std::nullopt;
}

}  // namespace warpmark::cuda
