#include "bench/sampling/energy_spans.hpp"

#include <algorithm>
#include <span>

#include "bench/sampling/counter_watch.hpp"

namespace warpmark::sampling {
namespace {

constexpr double joules_per_mj = 1e-3;
constexpr double min_executions = 3;  // Per span, so that parts of an execution matter little.
constexpr std::size_t max_dropped = 3;
constexpr double power_period_s = 0.01;
constexpr double power_poll_s = 1e-3;
constexpr double power_window_s = 1.2;  // Some cards report the mean power of the last second.
constexpr double idle_s = 1;

struct energy_span {
  double begin_s = 0, end_s = 0;
  double joules = 0;
};

// Of the counter; empty if it does not give all spans.
std::vector<energy_span> counted_spans(energy_meter& meter, steady_load& load, double span_s,
                                       std::size_t count) {
  counter_watch watch(meter, [&] { load.keep_busy(); });
  auto begin = watch.next_update(meter.now_s());
  watch.take_decreased();
  std::vector<energy_span> spans;
  std::size_t dropped = 0;
  while (begin && spans.size() < count && dropped <= max_dropped) {
    const auto end = watch.next_update(begin->s + span_s);
    if (end && watch.take_decreased())
      ++dropped;
    else if (end)
      spans.push_back({begin->s, end->s, static_cast<double>(end->mj - begin->mj) * joules_per_mj});
    begin = end;
  }
  if (spans.size() < count) spans.clear();
  return spans;
}

// The integral of the power over at least `span_s`, by the trapezoidal rule; empty if the power
// cannot be read.
std::optional<energy_span> integrated_span(energy_meter& meter,
                                           const std::function<void()>& meanwhile, double span_s) {
  energy_span span{.begin_s = meter.now_s()};
  double last_s = span.begin_s;
  auto last_w = meter.power_w();
  while (last_w && last_s - span.begin_s < span_s) {
    meanwhile();
    meter.wait(power_poll_s);
    const double now_s = meter.now_s();
    if (now_s - last_s < power_period_s) continue;
    const auto now_w = meter.power_w();
    if (now_w) span.joules += (now_s - last_s) * (*last_w + *now_w) / 2;
    last_s = now_s;
    last_w = now_w;
  }
  if (!last_w) return std::nullopt;
  span.end_s = last_s;
  return span;
}

std::vector<energy_span> integrated_spans(energy_meter& meter, steady_load& load, double span_s,
                                          std::size_t count) {
  std::vector<energy_span> spans;
  while (spans.size() < count) {
    const auto span = integrated_span(
        meter, [&] { load.keep_busy(); }, span_s);
    if (!span) return {};
    spans.push_back(*span);
  }
  return spans;
}

void keep_busy_for(energy_meter& meter, steady_load& load, double seconds) {
  load.keep_busy();
  load.continue_past(meter.now_s() + seconds);
}

void add_spans(const std::vector<energy_span>& spans, const steady_load& load,
               energy_observation& seen) {
  for (const energy_span& span : spans) {
    const double executions = load.executions_at(span.end_s) - load.executions_at(span.begin_s);
    seen.joules.push_back(span.joules / executions);
    seen.executions += executions;
    seen.seconds += span.end_s - span.begin_s;
    seen.total_joules += span.joules;
  }
}

}  // namespace

energy_observation measure_energy(energy_meter& meter, const std::function<void()>& run,
                                  const load_shape& shape, const energy_options& options) {
  energy_observation seen{.missing = meter.missing()};
  if (!seen.missing.empty()) return seen;
  const bool has_power = meter.power_w().has_value();
  if (!has_power && !meter.counter_mj()) {
    seen.missing = "neither an energy counter nor the power can be read";
    return seen;
  }
  const double span_s = std::max(options.span_s, min_executions * shape.run_ns * 1e-9);
  steady_load load(meter, run, shape);
  keep_busy_for(meter, load, span_s);
  auto spans = counted_spans(meter, load, span_s, options.spans);
  if (spans.empty() && has_power) {
    seen.source = energy_source::power_samples;
    keep_busy_for(meter, load, power_window_s);
    spans = integrated_spans(meter, load, span_s, options.spans);
  }
  if (spans.empty())
    seen.missing = has_power ? "the power could not be read throughout"
                             : "the energy counter does not increase steadily";
  else
    load.continue_past(spans.back().end_s);
  load.finish();
  add_spans(spans, load, seen);
  return seen;
}

std::optional<double> idle_power_w(energy_meter& meter) {
  if (!meter.missing().empty()) return std::nullopt;
  counter_watch watch(meter, [] {});
  if (const auto begin = watch.next_update(meter.now_s()))
    if (const auto end = watch.next_update(begin->s + idle_s); end && !watch.take_decreased())
      return static_cast<double>(end->mj - begin->mj) * joules_per_mj / (end->s - begin->s);
  const auto span = integrated_span(
      meter, [] {}, idle_s);
  if (!span) return std::nullopt;
  return span->joules / (span->end_s - span->begin_s);
}

}  // namespace warpmark::sampling
