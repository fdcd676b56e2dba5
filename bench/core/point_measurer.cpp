#include "bench/core/point_measurer.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "bench/backends/measure.hpp"
#include "bench/core/conduct.hpp"
#include "bench/core/guarantees_of.hpp"
#include "bench/core/mismatch_text.hpp"
#include "bench/core/placements.hpp"
#include "bench/core/point_fault.hpp"
#include "bench/core/point_latency.hpp"
#include "bench/core/point_work.hpp"
#include "bench/core/warnings.hpp"
#include "bench/sampling/stopwatch.hpp"

namespace warpmark {
namespace {

void report_kernels(const pending_point& pending, const prepared_point& prepared,
                    const std::vector<compiler::kernel_handle>& kernels, measurement& result) {
  for (std::size_t i = 0; i < kernels.size(); ++i)
    result.kernels.push_back({pending.own.plan.kernels[i].expression,
                              prepared.driver_resources(i).value_or(kernels[i]->resources),
                              kernels[i]->cubin_hash, prepared.occupancy(i)});
  result.launches = launch_count(pending.own.plan);
}

// The interpreter reports only mangled kernel names.
void name_phases(const launch_plan& plan, std::vector<launch_phases>& phases) {
  if (phases.empty()) return;
  auto phase = phases.begin();
  for (const std::size_t kernel : launched_kernels(plan))
    if (phase != phases.end()) (phase++)->kernel = plan.kernels[kernel].expression;
}

void require_correct(const char* when, const measurement& result) {
  if (!result.checked->ok)
    throw point_fault(
        point_status::wrong,
        fmt::format("{}: {}", when, mismatch_text(*result.checked, result.checked_buffer)));
}

// A first execution may load code and miss in the page tables, which takes up to tens of us. Short
// kernels are affected most.
bool is_clearly_slower(double first_ns, double time_to_beat_ns) {
  constexpr double start_ns = 100e3;
  return first_ns > 1.25 * time_to_beat_ns + start_ns &&
         (first_ns > 4 * time_to_beat_ns || time_to_beat_ns > 10 * start_ns);
}

void require_samples(const observation& seen) {
  if (seen.samples_ns.empty()) throw point_fault(point_status::skipped, seen.why_no_samples());
}

void require_no_finding(const std::vector<finding>& findings) {
  if (!findings.empty()) throw point_fault(point_status::wrong, finding_text(findings));
}

}  // namespace

measurement point_measurer::measure(const pending_point& pending) {
  const stopwatch since_start;
  options_ = pending.measuring.value_or(terms_.options);
  measurement result;
  result.point = pending.point;
  result.backend = machine_.name();
  result.card_uuid = machine_.device().uuid;
  const family& contract = *pending.point.variant->contract;
  result.bytes = contract.compulsory_bytes(pending.point.problem);
  result.operations = contract.operations(pending.point.problem);
  machine_.take_findings();  // discards those of an earlier point
  try {
    run(pending, result);
    result.status = point_status::ok;
  } catch (const std::out_of_range& unknown) {
    // A plugin names a buffer that its family does not have; of a variant it is a bug.
    if (!pending.point.variant->foreign) throw;
    result.status = point_status::failed;
    result.reason = unknown.what();
  } catch (...) {
    end_by_exception(result);
  }
  if (result.status != point_status::ok) {
    result.times_ns.reset();
    result.energy.reset();
    result.no_energy.clear();
    result.latency.reset();
    result.seen.modelled.reset();
    result.fraction_of_ceiling.reset();
    problem_.invalidate();
  }
  result.wall_s = since_start.seconds();
  return result;
}

// Called in a catch block.
void point_measurer::end_by_exception(measurement& result) {
  point_end end = end_by_current_exception();
  result.status = end.status;
  result.reason = std::move(end.reason);
  result.log = std::move(end.log);
  if (end.origin != fault_origin::execution) return;
  result.seen.findings = machine_.take_findings();
  if (end.status != point_status::crashed || result.seen.findings.empty()) return;
  // Earlier findings say more than the final error.
  result.status = point_status::wrong;
  result.reason = finding_text(result.seen.findings) + "; then " + result.reason;
}

void point_measurer::run(const pending_point& pending, measurement& result) {
  if (!pending.own.unavailable.empty()) {
    if (pending.point.variant->foreign) problem_.prepare(pending.point, {}, terms_.on_phase);
    throw point_fault(point_status::skipped, pending.own.unavailable);
  }
  // Inputs first, since other threads compile the kernels meanwhile.
  terms_.on_phase("verify");
  device_inputs& inputs = problem_.prepare(pending.point, pending.reference, terms_.on_phase);
  const auto kernels = finished(pending.own.kernels, terms_.on_phase);
  terms_.on_phase("verify");
  const std::size_t l2_bytes = machine_.device().l2_bytes.value_or(0);
  const std::size_t footprint = footprint_bytes(pending.own.plan);
  placements_ = machine_.times_kernels() ? placements_for(options_.state, footprint, l2_bytes) : 1;
  energy_ = energy_conditions_for(options_.state, footprint, l2_bytes);
  const std::size_t needed = options_.energy && machine_.energy_meter() != nullptr
                                 ? std::max(placements_, energy_.placements)
                                 : placements_;
  std::optional<prepared_point> prepared_here;
  prepared_point& prepared = prepare(pending.own.plan, kernels, inputs, needed, prepared_here);
  result.placements = placements_;
  report_kernels(pending, prepared, kernels, result);
  const guarantees guaranteed = guarantees_of(pending.point, machine_.device().limits);
  if (has_foreign_code(pending.own.plan)) require_conduct(machine_, prepared);
  prepared.poison();
  if (!machine_.capabilities().takes_time) {
    result.seen = warpmark::measure(machine_, work_of(prepared), options_);
    name_phases(pending.own.plan, result.seen.phases);
    // Also if there are findings: the oracle alone may miss the fault.
    judge(prepared, guaranteed, result);
    require_no_finding(result.seen.findings);
    require_correct("interpreted", result);
  } else {
    time(prepared, guaranteed, result);
    observe(prepared, guaranteed, result);
  }

  summarise(result);
  if (pending.point.variant->contract->unverified) {
    result.checked.reset();
    result.warnings.push_back(warning::unverified);
  }
  if (options_.state == cache_state::rotated && result.times_ns &&
      !displaces_l2(placements_, footprint, l2_bytes))
    result.warnings.push_back(warning::buffers_stay_in_cache);
  std::sort(result.warnings.begin(), result.warnings.end());
}

void point_measurer::summarise(measurement& result) const {
  result.state =
      !machine_.capabilities().takes_time ? "exact" : std::string(warpmark::name(options_.state));
  const observation& seen = result.seen;
  if (seen.samples_ns.empty()) return;
  result.times_ns = times_of(seen);
  const auto& ceilings = terms_.ceilings;
  const memory_traffic traffic = result.point.variant->contract->traffic;
  if (const auto ceiling = ceilings.bytes_per_s(traffic)) {
    result.fraction_of_ceiling = *result.throughput_bytes_per_s() / *ceiling;
    result.ceiling = traffic;
  }
  result.warnings = warnings_of(result, options_.precision, ceilings.launch_floor_ns);
}

void point_measurer::judge(prepared_point& prepared, const guarantees& guaranteed,
                           measurement& result) {
  result.checked = prepared.verify(guaranteed, result.checked_buffer, terms_.proven);
}

// Cached outputs must not take memory that a point needs.
prepared_point& point_measurer::prepare(const launch_plan& plan,
                                        const std::vector<compiler::kernel_handle>& kernels,
                                        device_inputs& inputs, std::size_t placements,
                                        std::optional<prepared_point>& prepared) {
  try {
    return prepared.emplace(machine_, plan, kernels, inputs, placements);
  } catch (const device_memory_error&) {
    if (terms_.proven == nullptr || terms_.proven->empty()) throw;
    terms_.proven->forget();
    return prepared.emplace(machine_, plan, kernels, inputs, placements);
  }
}

timed_work point_measurer::work_of(prepared_point& prepared) {
  const auto order = std::make_shared<placement_order>(options_.state, placements_, terms_.seed);
  return point_work(prepared, options_.state, terms_.flush, [order] { return order->next(); });
}

// The first execution, on poisoned buffers, is verified; it is timed, too. If it alone took longer
// than the limit for all samples, it is the only one: for kernels that slow an interval is not
// worth twice the time.
void point_measurer::time(prepared_point& prepared, const guarantees& guaranteed,
                          measurement& result) {
  const timed_work work = work_of(prepared);
  measuring_options first_options = options_;
  first_options.max_samples = 1;
  first_options.warm_up = false;
  result.seen = warpmark::measure(machine_, work, first_options);
  judge(prepared, guaranteed, result);
  require_correct("first execution", result);
  require_samples(result.seen);
  const double first_ns = result.seen.samples_ns.front();
  if (first_ns * 1e-9 > options_.max_seconds) {
    result.seen.stop_reason = stop_reason::budget;
    return;
  }
  if (options_.time_to_beat_ns && is_clearly_slower(first_ns, *options_.time_to_beat_ns)) {
    result.seen.stop_reason = stop_reason::beaten;
    return;
  }
  terms_.on_phase("measure");
  measuring_options sample_options = options_;
  sample_options.may_repeat = sample_options.state != cache_state::cold;
  result.seen = warpmark::measure(machine_, work, sample_options);
  result.seen.busy_ns += first_ns;
  judge(prepared, guaranteed, result);
  require_correct("after timing", result);
  require_samples(result.seen);
}

// What is measured besides the times, after them. The outputs are verified once more: a fault may
// show only if executions follow each other closely.
void point_measurer::observe(prepared_point& prepared, const guarantees& guaranteed,
                             measurement& result) {
  const bool has_energy = options_.energy && result.seen.stop_reason != stop_reason::beaten;
  const bool has_latency = options_.latency && machine_.times_kernels();
  if (!has_energy && !has_latency) return;
  terms_.on_phase("measure");
  if (has_latency)
    result.latency = measure_point_latency(machine_, prepared, options_.state, terms_.flush);
  if (has_energy) {
    const point_energy seen =
        measure_point_energy(machine_, prepared, energy_, *options_.energy, terms_.idle_power_w);
    result.energy = seen.energy;
    result.no_energy = seen.missing;
    result.seen.busy_ns += seen.busy_ns;
  }
  judge(prepared, guaranteed, result);
  require_correct(has_energy ? "after measuring the energy" : "after measuring the latency",
                  result);
}

}  // namespace warpmark
