#include "bench/sampling/host_latency.hpp"

namespace warpmark::sampling {
namespace {

constexpr std::size_t untimed = 5;  // The first calls load code and fill the host's caches.
constexpr double ns_per_s = 1e9;

}  // namespace

host_times measure_host_times(const timed_work& work, const host_and_device& machine,
                              const latency_limits& limits) {
  host_times times;
  const double start_s = machine.now_s();
  for (std::size_t i = 0; i < untimed + limits.samples; ++i) {
    if (work.prepare) work.prepare();
    machine.synchronize();
    const double begin_s = machine.now_s();
    if (times.enqueue_ns.size() >= limits.min_samples && begin_s - start_s > limits.max_s) break;
    work.run();
    const double enqueued_s = machine.now_s();
    machine.synchronize();
    const double end_s = machine.now_s();
    if (i < untimed) continue;
    times.enqueue_ns.push_back((enqueued_s - begin_s) * ns_per_s);
    times.end_to_end_ns.push_back((end_s - begin_s) * ns_per_s);
  }
  return times;
}

}  // namespace warpmark::sampling
