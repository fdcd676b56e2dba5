#include "bench/core/point_energy.hpp"

#include <cmath>

#include <fmt/format.h>

#include "bench/core/placements.hpp"
#include "bench/core/point_work.hpp"
#include "bench/sampling/energy_spans.hpp"
#include "bench/statistics/t_test.hpp"

namespace warpmark {
namespace {

energy_summary summary_of(const sampling::energy_observation& seen) {
  const auto mean = statistics::t_test(seen.joules);
  const auto range = mean.range();
  return {.joules = mean.estimate,
          .ci_lo = range.lo,
          .ci_hi = range.hi,
          .spans = seen.joules.size(),
          .executions = static_cast<std::uint64_t>(std::llround(seen.executions)),
          .mean_power_w = seen.mean_power_w(),
          .idle_power_w = {},
          .source = seen.source};
}

}  // namespace

energy_conditions energy_conditions_for(cache_state timed, std::size_t footprint_bytes,
                                        std::size_t l2_bytes) {
  cache_state state = timed;
  if (state == cache_state::cold) {
    const auto placements = placements_for(cache_state::rotated, footprint_bytes, l2_bytes);
    state = displaces_l2(placements, footprint_bytes, l2_bytes) ? cache_state::rotated
                                                                : cache_state::hot;
  }
  return {.state = state, .placements = placements_for(state, footprint_bytes, l2_bytes)};
}

point_energy measure_point_energy(backend& machine, prepared_point& prepared,
                                  const energy_conditions& conditions,
                                  const energy_options& options,
                                  std::optional<double> idle_power_w) {
  sampling::energy_meter* meter = machine.energy_meter();
  if (meter == nullptr || machine.timer() == nullptr)
    return {.missing = fmt::format("backend {} measures no energy", machine.name())};
  if (prepared.must_restore())
    return {.missing =
                "its inputs must be restored before each execution, which takes energy, too"};
  placement_order order(conditions.state, conditions.placements, 1);
  const timed_work work =
      point_work(prepared, conditions.state, nullptr, [&order] { return order.next(); });
  machine.synchronize();
  const sampling::timed_sample once = machine.timer()->take(work, {});
  // A span is at least three executions long.
  if (once.ns * 1e-9 > options.span_s)
    return {.missing = fmt::format("an execution takes {:.3g} s; expected at most {:g} s, the time "
                                   "of --energy-time",
                                   once.ns * 1e-9, options.span_s)};
  const auto seen = sampling::measure_energy(
      *meter, work.run, {.run_ns = once.ns, .operations = once.operations}, options);
  machine.synchronize();
  if (!seen.missing.empty()) return {.missing = seen.missing};
  energy_summary summary = summary_of(seen);
  summary.state = conditions.state;
  summary.idle_power_w = idle_power_w;
  return {.energy = summary, .busy_ns = seen.seconds * 1e9};
}

}  // namespace warpmark
