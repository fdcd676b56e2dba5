#include "bench/core/point_latency.hpp"

#include "bench/core/point_work.hpp"
#include "bench/sampling/host_latency.hpp"
#include "bench/statistics/median_interval.hpp"
#include "bench/statistics/quantile.hpp"

namespace warpmark {
namespace {

median_ns median_of(const std::vector<double>& times_ns) {
  const auto range = statistics::median_interval(times_ns);
  return {.median = statistics::median(times_ns), .ci_lo = range.lo, .ci_hi = range.hi};
}

}  // namespace

latency_summary measure_point_latency(backend& machine, prepared_point& prepared, cache_state state,
                                      cache_flush* flush) {
  const sampling::host_and_device host_and_device{
      .now_s = [timer = machine.timer()] { return timer->now_s(); },
      .synchronize = [&machine] { machine.synchronize(); }};
  const timed_work work = point_work(prepared, state, flush, [] { return std::size_t{0}; });
  const auto times = sampling::measure_host_times(work, host_and_device);
  latency_summary summary{
      .enqueue = median_of(times.enqueue_ns),
      .end_to_end = median_of(times.end_to_end_ns),
      .graph_launch = {},
      .samples = times.enqueue_ns.size(),
      .state = state == cache_state::cold && flush != nullptr ? state : cache_state::hot};
  prepared.place(0);
  const auto recorded = machine.record([&] { prepared.enqueue(); });
  if (recorded == nullptr || recorded->operations() == 0) return summary;
  summary.graph_nodes = recorded->operations();
  const auto of_graph =
      sampling::measure_host_times({[&] { recorded->launch(); }, work.prepare}, host_and_device);
  machine.synchronize();
  summary.graph_launch = median_of(of_graph.enqueue_ns);
  return summary;
}

}  // namespace warpmark
