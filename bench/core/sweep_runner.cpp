#include "bench/core/sweep_runner.hpp"

#include <chrono>
#include <deque>

#include <fmt/format.h>

#include "bench/core/point_measurer.hpp"

namespace warpmark {
namespace {

// Far enough ahead to keep all compile threads busy, near enough not to compile for nothing when a
// budget ends the run.
constexpr std::size_t points_ahead = 64;

}  // namespace

sweep_outcome run_sweep(const std::vector<point>& points, backend& machine,
                        compiler::kernel_compiler& compile, const sweep_options& options,
                        const std::function<void(const measurement&)>& record,
                        const std::function<bool()>& interrupted) {
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(clock::now() - start).count(); };

  point_measurer measurer(machine, options.seed, options.measuring,
                          options.read_ceiling_bytes_per_s);
  std::deque<pending_point> pending;
  std::size_t next = 0;
  const auto compile_ahead = [&] {
    for (; next < points.size() && pending.size() < points_ahead; ++next)
      if (!options.present.contains(points[next].key()))
        pending.push_back(begin_point(points[next], machine.device().limits, compile));
  };

  sweep_outcome outcome;
  for (compile_ahead(); !pending.empty(); compile_ahead()) {
    if (interrupted()) {
      outcome.stopped = "interrupted";
      break;
    }
    if (options.budget_seconds && spent() >= *options.budget_seconds) {
      outcome.stopped = fmt::format("the budget of {:g} s is spent", *options.budget_seconds);
      break;
    }
    const measurement result = measurer.measure(pending.front());
    pending.pop_front();
    record(result);
    ++outcome.measured;
    if (result.status == point_status::crashed && !machine.interprets()) {
      // A fault in a kernel poisons the whole context; only a new process gets a sound one.
      outcome.stopped = "the device is unusable after a crash: " + result.reason;
      break;
    }
  }
  return outcome;
}

}  // namespace warpmark
