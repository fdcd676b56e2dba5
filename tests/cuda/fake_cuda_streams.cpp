// Streams, events and launches of the fake driver.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <thread>

#include "tests/cuda/fake_cuda_internal.hpp"

namespace warpmark::fake_cuda {
namespace {

struct queue_entry {
  const std::uint32_t* flag = nullptr;  ///< If set, the entry waits for it.
  std::uint32_t value = 0;
  stream_operation operation;
};

std::deque<queue_entry> queue;
int sticky_error = 0;
double now_ns = 0;
std::size_t pattern_place = 0;

bool holds(const queue_entry& entry) {
  if (entry.flag == nullptr) return false;
  const std::uint32_t seen = std::atomic_ref(*const_cast<std::uint32_t*>(entry.flag)).load();
  return static_cast<std::int32_t>(seen - entry.value) < 0;
}

double next_launch_ns(const control& control) {
  if (control.launch_pattern_ns.empty()) return control.launch_ns;
  return control.launch_pattern_ns[pattern_place++ % control.launch_pattern_ns.size()];
}

std::size_t launch_number = 0;
bool capturing = false;
std::size_t captured = 0;

int run_launch(int fault) {
  const control& control = *fake_cuda_control();
  now_ns += next_launch_ns(control);
  if (const auto& delays = control.slot_delay_ns; !delays.empty())
    now_ns += delays[launch_number++ % delays.size()];
  if (control.launch_wall_s > 0)
    std::this_thread::sleep_for(std::chrono::duration<double>(control.launch_wall_s));
  return fault;
}

int host_wait() {
  const int code = drain();
  if (!queue.empty()) ++fake_cuda_control()->waits_on_closed_gate;
  // A real host would hang here; a test shall fail instead.
  return queue.empty() ? code : 702;
}

}  // namespace

void enqueue(stream_operation operation) {
  queue.push_back({.operation = std::move(operation)});
  drain();
  auto& control = *fake_cuda_control();
  control.max_pending = std::max(control.max_pending, queue.size());
}

void enqueue_wait(const std::uint32_t* flag, std::uint32_t value) {
  queue.push_back({.flag = flag, .value = value, .operation = [] { return 0; }});
}

int drain() {
  while (!queue.empty() && !holds(queue.front())) {
    const int code = queue.front().operation();
    if (sticky_error == 0) sticky_error = code;
    queue.pop_front();
  }
  return sticky_error;
}

double& clock_ns() { return now_ns; }

void reset_queue() {
  queue.clear();
  sticky_error = 0;
  now_ns = 0;
  pattern_place = launch_number = captured = 0;
  capturing = false;
}

}  // namespace warpmark::fake_cuda

using namespace warpmark::fake_cuda;

namespace {

int launch(const char* call, void* function, launch_record record, void** arguments) {
  if (const int code = entered(call)) return code;
  if (capturing) {
    ++captured;
    return 0;
  }
  control& control = *fake_cuda_control();
  record.kernel = *static_cast<std::string*>(function);
  control.launches.push_back(record);
  if (control.on_launch) control.on_launch(arguments);
  const int fault = control.fault_in_next_kernel;
  control.fault_in_next_kernel = 0;
  enqueue([fault] { return run_launch(fault); });
  return 0;
}

}  // namespace

FAKE_EXPORT int cuStreamCreate(void** stream, unsigned) {
  if (const int code = entered("cuStreamCreate")) return code;
  *stream = new int;
  ++fake_cuda_control()->live_streams;
  return 0;
}
FAKE_EXPORT int cuStreamSynchronize(void*) {
  const int code = entered("cuStreamSynchronize");
  return code != 0 ? code : host_wait();
}
FAKE_EXPORT int cuStreamDestroy_v2(void* stream) {
  delete static_cast<int*>(stream);
  --fake_cuda_control()->live_streams;
  return 0;
}
FAKE_EXPORT int cuStreamWaitValue32_v2(void*, std::uint64_t address, std::uint32_t value,
                                       unsigned flags) {
  if (!fake_cuda_control()->has_stream_wait || flags != 0) return 801;
  if (const int code = entered("cuStreamWaitValue32")) return code;
  ++fake_cuda_control()->waits;
  enqueue_wait(reinterpret_cast<const std::uint32_t*>(address), value);
  return 0;
}

// A captured graph is a list of as many kernels as were launched.
FAKE_EXPORT int cuStreamBeginCapture_v2(void*, int) {
  if (!fake_cuda_control()->has_capture) return 801;
  capturing = true;
  captured = 0;
  return 0;
}
FAKE_EXPORT int cuStreamEndCapture(void*, void** graph) {
  capturing = false;
  *graph = &captured;
  return 0;
}
FAKE_EXPORT int cuGraphGetNodes(void*, void** nodes, std::size_t* count) {
  *count = captured;
  for (std::size_t i = 0; nodes != nullptr && i < captured; ++i) nodes[i] = &captured;
  return 0;
}
FAKE_EXPORT int cuGraphNodeGetType(void*, int* type) {
  *type = 0;
  return 0;
}
FAKE_EXPORT int cuGraphDestroy(void*) { return 0; }

FAKE_EXPORT int cuEventCreate(void** event, unsigned) {
  if (const int code = entered("cuEventCreate")) return code;
  *event = new double(0);
  ++fake_cuda_control()->live_events;
  return 0;
}
FAKE_EXPORT int cuEventRecord(void* event, void*) {
  if (const int code = entered("cuEventRecord")) return code;
  enqueue([event] {
    *static_cast<double*>(event) = clock_ns();
    return 0;
  });
  return 0;
}
FAKE_EXPORT int cuEventSynchronize(void*) { return host_wait(); }
FAKE_EXPORT int cuEventElapsedTime(float* milliseconds, void* start, void* stop) {
  if (const int code = entered("cuEventElapsedTime")) return code;
  *milliseconds =
      static_cast<float>((*static_cast<double*>(stop) - *static_cast<double*>(start)) / 1e6);
  return 0;
}
FAKE_EXPORT int cuEventDestroy_v2(void* event) {
  delete static_cast<double*>(event);
  --fake_cuda_control()->live_events;
  return 0;
}

FAKE_EXPORT int cuLaunchKernel(void* function, unsigned gx, unsigned, unsigned, unsigned bx,
                               unsigned, unsigned, unsigned shared, void*, void** arguments,
                               void**) {
  return launch("cuLaunchKernel", function, {.grid_x = gx, .block_x = bx, .shared_bytes = shared},
                arguments);
}
FAKE_EXPORT int cuLaunchCooperativeKernel(void* function, unsigned gx, unsigned, unsigned,
                                          unsigned bx, unsigned, unsigned, unsigned shared, void*,
                                          void** arguments) {
  return launch("cuLaunchCooperativeKernel", function,
                {.grid_x = gx, .block_x = bx, .shared_bytes = shared, .cooperative = true},
                arguments);
}
