// How often the interval of a measurement covers the long-run median, on a card: each kernel is
// measured again and again as `run` would measure it, and the long-run median is that of all the
// samples together. Prints one JSON line a kernel.

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/measure.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/placements.hpp"
#include "bench/core/point_measurer.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/tick_spreading.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

struct subject {
  const char* variant;
  std::int64_t n;
};

// A launch that is mostly latency, one that L2 could hold, and one that memory limits.
constexpr subject subjects[] = {{"reduce/shuffle_two_level", std::int64_t{1} << 16},
                                {"reduce/strided", std::int64_t{1} << 22},
                                {"reduce/strided", std::int64_t{1} << 26}};

point point_of(const subject& subject) {
  point point{
      .variant = built_in_registry().find_variant(subject.variant), .problem = {}, .config = {}};
  for (const auto& along : point.variant->contract->axes) point.problem.set(along.name, along.base);
  point.problem.set("n", subject.n);
  for (const auto& along : point.variant->axes) point.config.set(along.name, along.base);
  return point;
}

struct repeats {
  std::vector<statistics::interval> intervals;
  std::vector<double> samples_ns, medians_ns;
  double tick_ns = 0;
};

repeats measure(backend& machine, compiler::kernel_compiler& compile, cache_flush& flush,
                const subject& subject, int times) {
  const pending_point pending =
      begin_point(point_of(subject), machine.name(), machine.device().limits, compile);
  const auto instance = pending.point.variant->contract->instance(pending.point.problem, 1);
  device_inputs inputs(machine, *instance);
  std::vector<compiler::kernel_handle> kernels;
  for (const auto& future : pending.own.kernels) kernels.push_back(future.get());
  const std::size_t placements = placements_for(
      cache_state::cold, footprint_bytes(pending.own.plan), machine.device().l2_bytes.value_or(0));
  prepared_point prepared(machine, pending.own.plan, kernels, inputs, placements);
  placement_order order(cache_state::cold, placements, 1);
  const timed_work work{[&] { prepared.enqueue(); },
                        [&] {
                          prepared.place(order.next());
                          flush.enqueue();
                        }};
  repeats seen;
  for (int i = 0; i < times; ++i) {
    const observation one = warpmark::measure(machine, work, {});
    seen.intervals.push_back(one.median_interval.value());
    seen.medians_ns.push_back(one.median_ns().value());
    seen.samples_ns.insert(seen.samples_ns.end(), one.samples_ns.begin(), one.samples_ns.end());
    seen.tick_ns = one.timer_tick_ns.value();
  }
  return seen;
}

void report(const subject& subject, const repeats& seen) {
  const double truth =
      statistics::median(statistics::spread_over_ticks(seen.samples_ns, seen.tick_ns));
  const auto covered = std::count_if(seen.intervals.begin(), seen.intervals.end(),
                                     [&](const auto& one) { return one.contains(truth); });
  const auto [least, most] = std::minmax_element(seen.medians_ns.begin(), seen.medians_ns.end());
  fmt::print(
      "{{\"variant\": \"{}\", \"n\": {}, \"repeats\": {}, \"samples\": {}, \"long_run_median_ns\": "
      "{:.2f}, \"covered\": {:.4f}, \"median_min_ns\": {:.2f}, \"median_max_ns\": {:.2f}}}\n",
      subject.variant, subject.n, seen.intervals.size(), seen.samples_ns.size(), truth,
      static_cast<double>(covered) / static_cast<double>(seen.intervals.size()), *least, *most);
}

}  // namespace
}  // namespace warpmark

int main(int argc, char** argv) {
  using namespace warpmark;
  const int times = argc > 1 ? std::atoi(argv[1]) : 1000;
  if (times < 1) {
    fmt::print(stderr, "coverage: {}: expected a number of repeats above 0\n", argv[1]);
    return 2;
  }
  try {
    const auto machine = cuda::make_cuda_backend({});
    compiler::kernel_compiler compile(embedded_compiler_options());
    cache_flush flush(*machine, compile, flush_lines::clean);
    for (const subject& subject : subjects)
      report(subject, measure(*machine, compile, flush, subject, times));
  } catch (const std::exception& error) {
    fmt::print(stderr, "coverage: {}\n", error.what());
    return 2;
  }
  return 0;
}
