// Streams, events and launches of the fake driver.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

#include "tests/cuda/fake_cuda_internal.hpp"

namespace warpmark::fake_cuda {
namespace {

struct queue_entry {
  const std::uint32_t* flag = nullptr;  ///< If set, the entry waits for it.
  std::uint32_t value = 0;
  stream_operation operation;
};

struct event {
  bool recorded = false;
  bool complete = false;
  double reading_ns = 0;
};

std::deque<queue_entry> queue;
std::map<void*, std::shared_ptr<event>> events;
int first_error = 0;
double now_ns = 0;
std::size_t pattern_place = 0;
std::size_t event_number = 0;

bool holds(const queue_entry& entry) {
  if (entry.flag == nullptr) return false;
  const std::uint32_t seen = std::atomic_ref(*const_cast<std::uint32_t*>(entry.flag)).load();
  return static_cast<std::int32_t>(seen - entry.value) < 0;
}

// The operations from the first that waits for a closed gate on.
std::size_t held_back() {
  return static_cast<std::size_t>(
      std::distance(std::find_if(queue.begin(), queue.end(), holds), queue.end()));
}

bool overlap(const memory_use& one, const memory_use& other) {
  return one.address < other.address + other.bytes && other.address < one.address + one.bytes;
}

double next_launch_ns(const control& control) {
  if (control.launch_pattern_ns.empty()) return control.launch_ns;
  return control.launch_pattern_ns[pattern_place++ % control.launch_pattern_ns.size()];
}

std::size_t launch_number = 0;
constexpr int kernel_node = 0, memset_node = 2;
bool capturing = false;
int capture_fault = 0;    // What the end of the capture returns, once a call was not permitted.
bool is_relaxed = false;  // The capture, which permits allocations.
bool is_blocking = false;
std::vector<int> captured;  // The type of each node.
int* the_stream = nullptr;
std::set<const void*> like_the_stream;  // Others, of control::has_one_queue.
const void* named_stream = nullptr;     // By the call that enqueues.

int run_launch(int fault) {
  const control& control = *fake_cuda_control();
  now_ns += next_launch_ns(control);
  if (const auto& delays = control.slot_delay_ns; !delays.empty())
    now_ns += delays[launch_number++ % delays.size()];
  if (control.launch_wall_s > 0)
    std::this_thread::sleep_for(std::chrono::duration<double>(control.launch_wall_s));
  if (control.on_run) control.on_run();
  return fault;
}

int host_wait() {
  if (capturing) return refuse_in_capture(900);
  const int code = drain();
  if (!queue.empty()) ++fake_cuda_control()->waits_on_closed_gate;
  // A real host would hang here; a test shall fail instead.
  return queue.empty() ? code : 702;
}

}  // namespace

// The stream whose queue the work of this one is in.
const void* queue_of(const void* stream) {
  return like_the_stream.contains(stream) ? the_stream : stream;
}

int refuse_allocation_in_capture() { return is_relaxed ? 0 : refuse_in_capture(900); }

int refuse_in_capture(int code) {
  if (!capturing) return 0;
  capture_fault = 901;
  return code;
}

int entered_stream(const char* call, const void* of_stream) {
  const int code = entered(call);
  const void* const stream = queue_of(of_stream);
  // The legacy default stream waits for others, unless they were created as non-blocking.
  if (stream == nullptr && is_blocking) return capturing ? refuse_in_capture(906) : 0;
  named_stream = stream;
  if (code != 0 || stream == the_stream) return code;
  return fake_cuda_control()->has_other_streams ? 0 : invalid_handle;
}

void enqueue(stream_operation operation) {
  if (named_stream != the_stream) {
    operation.run();
    return;
  }
  if (capturing) {
    if (operation.what != "event") captured.push_back(memset_node);
    return;
  }
  queue.push_back({.operation = std::move(operation)});
  auto& control = *fake_cuda_control();
  control.max_pending = std::max(control.max_pending, held_back());
}

void enqueue_wait(const std::uint32_t* flag, std::uint32_t value) {
  queue.push_back({.flag = flag,
                   .value = value,
                   .operation = {.what = "wait",
                                 .run = [] { return 0; },
                                 .uses = {{reinterpret_cast<std::uint64_t>(flag), 4}}}});
}

int drain() {
  while (!queue.empty() && !holds(queue.front())) {
    const stream_operation& operation = queue.front().operation;
    // After a fault nothing runs any more.
    if (first_error == 0) {
      fake_cuda_control()->trace.push_back(operation.what);
      first_error = operation.run();
    }
    queue.pop_front();
  }
  return first_error;
}

bool queue_may_use(const memory_use& memory) {
  return std::any_of(queue.begin(), queue.end(), [&](const queue_entry& entry) {
    const auto& uses = entry.operation.uses;
    return entry.operation.uses_any ||
           std::any_of(uses.begin(), uses.end(),
                       [&](const memory_use& use) { return overlap(use, memory); });
  });
}

int sticky_error() { return first_error; }

double& clock_ns() { return now_ns; }

void reset_queue() {
  queue.clear();
  events.clear();
  the_stream = nullptr;
  first_error = 0;
  now_ns = 0;
  pattern_place = launch_number = event_number = 0;
  captured.clear();
  capturing = false;
  capture_fault = 0;
}

}  // namespace warpmark::fake_cuda

using namespace warpmark::fake_cuda;

namespace {

int launch(const char* call, void* function, launch_record record, void* stream, void** arguments) {
  if (const int code = entered_stream(call, stream)) return code;
  if (capturing) {
    captured.push_back(kernel_node);
    return 0;
  }
  control& control = *fake_cuda_control();
  record.kernel = *static_cast<std::string*>(function);
  control.launches.push_back(record);
  if (control.on_launch) control.on_launch(arguments);
  const int fault = control.fault_in_next_kernel;
  control.fault_in_next_kernel = 0;
  enqueue({.what = "kernel " + record.kernel,
           .run = [fault] { return run_launch(fault); },
           .uses_any = true});
  return 0;
}

}  // namespace

FAKE_EXPORT int cuStreamCreate(void** stream, unsigned flags) {
  if (const int code = entered("cuStreamCreate")) return code;
  if (the_stream != nullptr && fake_cuda_control()->has_other_streams) {
    *stream = new int;
    ++fake_cuda_control()->live_streams;
    return 0;
  }
  if (the_stream != nullptr && fake_cuda_control()->has_one_queue) {
    *stream = new int;
    like_the_stream.insert(*stream);
    ++fake_cuda_control()->live_streams;
    return 0;
  }
  is_blocking = flags == 0;
  *stream = the_stream = new int;
  ++fake_cuda_control()->live_streams;
  return 0;
}
FAKE_EXPORT int cuStreamSynchronize(void* stream) {
  if (const int code = entered("cuStreamSynchronize")) return code;
  if (queue_of(stream) == the_stream && stream != nullptr) return host_wait();
  if (stream != nullptr) return fake_cuda_control()->has_other_streams ? 0 : invalid_handle;
  land_uploads();
  return 0;
}
FAKE_EXPORT int cuStreamDestroy_v2(void* stream) {
  if (stream == the_stream) the_stream = nullptr;
  like_the_stream.erase(stream);
  delete static_cast<int*>(stream);
  --fake_cuda_control()->live_streams;
  return 0;
}
FAKE_EXPORT int cuStreamWaitValue32_v2(void* stream, std::uint64_t address, std::uint32_t value,
                                       unsigned flags) {
  if (!fake_cuda_control()->has_stream_wait || flags != 0) return 801;
  if (const int code = entered_stream("cuStreamWaitValue32", stream)) return code;
  ++fake_cuda_control()->waits;
  enqueue_wait(reinterpret_cast<const std::uint32_t*>(address), value);
  return 0;
}

// A captured graph is a list of the types of its nodes.
FAKE_EXPORT int cuStreamBeginCapture_v2(void*, int mode) {
  if (!fake_cuda_control()->has_capture) return 801;
  is_relaxed = mode == 2;
  capturing = true;
  capture_fault = 0;
  captured.clear();
  return 0;
}
FAKE_EXPORT int cuStreamEndCapture(void*, void** graph) {
  capturing = false;
  *graph = capture_fault == 0 ? &captured : nullptr;
  return capture_fault;
}
FAKE_EXPORT int cuGraphGetNodes(void*, void** nodes, std::size_t* count) {
  *count = captured.size();
  for (std::size_t i = 0; nodes != nullptr && i < captured.size(); ++i) nodes[i] = &captured[i];
  return 0;
}
FAKE_EXPORT int cuGraphNodeGetType(void* node, int* type) {
  *type = *static_cast<int*>(node);
  return 0;
}
FAKE_EXPORT int cuGraphDestroy(void*) { return 0; }
FAKE_EXPORT int cuGraphInstantiateWithFlags(void** graph, void*, unsigned long long) {
  if (const int code = entered("cuGraphInstantiateWithFlags")) return code;
  *graph = new std::vector<int>(captured);
  ++fake_cuda_control()->live_graphs;
  return 0;
}
FAKE_EXPORT int cuGraphLaunch(void* graph, void* stream) {
  if (const int code = entered_stream("cuGraphLaunch", stream)) return code;
  for (const int node : *static_cast<std::vector<int>*>(graph))
    if (node == kernel_node)
      enqueue({.what = "kernel of graph", .run = [] { return run_launch(0); }, .uses_any = true});
  return 0;
}
FAKE_EXPORT int cuGraphExecDestroy(void* graph) {
  delete static_cast<std::vector<int>*>(graph);
  --fake_cuda_control()->live_graphs;
  return 0;
}

FAKE_EXPORT int cuEventCreate(void** handle, unsigned) {
  if (const int code = entered("cuEventCreate")) return code;
  const auto made = std::make_shared<event>();
  *handle = made.get();
  events[made.get()] = made;
  ++fake_cuda_control()->live_events;
  return 0;
}
FAKE_EXPORT int cuEventRecord(void* handle, void* stream) {
  if (const int code = entered_stream("cuEventRecord", stream)) return code;
  const auto found = events.find(handle);
  if (found == events.end()) return invalid_handle;
  *found->second = {.recorded = true};
  fake_cuda_control()->recorded_events.push_back(handle);
  enqueue({.what = "event", .run = [into = found->second] {
             if (const auto& delays = fake_cuda_control()->event_ns; !delays.empty())
               now_ns += delays[event_number++ % delays.size()];
             into->complete = true;
             into->reading_ns = now_ns;
             return 0;
           }});
  return 0;
}
FAKE_EXPORT int cuEventSynchronize(void*) { return host_wait(); }
// The host has waited long enough for all before.
FAKE_EXPORT int cuEventQuery(void* handle) {
  if (const int code = entered("cuEventQuery")) return code;
  if (const int code = drain()) return code;
  const auto found = events.find(handle);
  if (found == events.end()) return invalid_handle;
  return found->second->complete ? 0 : not_ready;
}
FAKE_EXPORT int cuEventElapsedTime(float* milliseconds, void* start, void* stop) {
  *milliseconds = 0.01f;  // A time that could be one, for whoever ignores the result.
  if (const int code = entered("cuEventElapsedTime")) return code;
  const auto first = events.find(start);
  const auto last = events.find(stop);
  if (first == events.end() || last == events.end()) return invalid_handle;
  if (!first->second->recorded || !last->second->recorded) return invalid_handle;
  if (!first->second->complete || !last->second->complete) return not_ready;
  *milliseconds = static_cast<float>((last->second->reading_ns - first->second->reading_ns) / 1e6);
  return 0;
}
FAKE_EXPORT int cuEventDestroy_v2(void* handle) {
  if (events.erase(handle) == 0) return invalid_handle;
  --fake_cuda_control()->live_events;
  return 0;
}

FAKE_EXPORT int cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                               unsigned by, unsigned bz, unsigned shared, void* stream,
                               void** arguments, void**) {
  return launch("cuLaunchKernel", function, {"", gx, gy, gz, bx, by, bz, shared}, stream,
                arguments);
}
FAKE_EXPORT int cuLaunchCooperativeKernel(void* function, unsigned gx, unsigned gy, unsigned gz,
                                          unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                          void* stream, void** arguments) {
  return launch("cuLaunchCooperativeKernel", function, {"", gx, gy, gz, bx, by, bz, shared, true},
                stream, arguments);
}

// CUlaunchAttribute and CUlaunchConfig.
struct launch_attribute {
  alignas(8) unsigned id;
  alignas(8) unsigned value[16];
};
struct launch_config {
  unsigned grid[3], block[3], shared_bytes;
  void* stream;
  const launch_attribute* attributes;
  unsigned attribute_count;
};

FAKE_EXPORT int cuLaunchKernelEx(const launch_config* config, void* function, void** arguments,
                                 void**) {
  const auto& [grid, block] = std::tie(config->grid, config->block);
  launch_record record{"",       grid[0],  grid[1],  grid[2],
                       block[0], block[1], block[2], config->shared_bytes};
  for (unsigned i = 0; i < config->attribute_count; ++i) {
    const auto& [id, value] = config->attributes[i];
    if (id == 2) record.cooperative = value[0] != 0;
    if (id == 6) record.programmatic = value[0] != 0;
    if (id != 4) continue;
    record.cluster_x = value[0];
    record.cluster_y = value[1];
    record.cluster_z = value[2];
  }
  return launch("cuLaunchKernelEx", function, record, config->stream, arguments);
}
