#include "bench/core/point_measurer.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "bench/backends/measure.hpp"
#include "bench/core/placements.hpp"
#include "bench/core/point_fault.hpp"
#include "bench/core/warnings.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "bench/space/plan_check.hpp"

namespace warpmark {
namespace {

void report_kernels(const pending_point& pending, const prepared_point& prepared,
                    const std::vector<compiler::kernel_handle>& kernels, measurement& result) {
  for (std::size_t i = 0; i < kernels.size(); ++i)
    result.kernels.push_back({pending.plan.kernels[i].expression, kernels[i]->resources,
                              kernels[i]->cubin_hash, prepared.occupancy(i)});
  result.launches = launch_count(pending.plan);
}

// The interpreter reports only mangled kernel names.
void name_phases(const launch_plan& plan, std::vector<launch_phases>& phases) {
  if (phases.empty()) return;
  auto each = phases.begin();
  for (const std::size_t kernel : launched_kernels(plan))
    if (each != phases.end()) (each++)->kernel = plan.kernels[kernel].expression;
}

void require_correct(const char* when, const measurement& result) {
  if (!result.checked->ok)
    throw point_fault(point_status::wrong,
                      fmt::format("{}: {}[{}] is {}, expected {}", when, result.checked_buffer,
                                  result.checked->first_bad_index, result.checked->got,
                                  result.checked->expected));
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

point_status status_of(compiler::compile_failure failure) {
  switch (failure) {
    case compiler::compile_failure::timed_out:
      return point_status::timed_out;
    case compiler::compile_failure::crashed:
      return point_status::crashed;
    default:
      return point_status::failed;
  }
}

}  // namespace

std::string_view name(point_status status) {
  switch (status) {
    case point_status::ok:
      return "ok";
    case point_status::wrong:
      return "wrong";
    case point_status::crashed:
      return "crashed";
    case point_status::timed_out:
      return "timed_out";
    case point_status::skipped:
      return "skipped";
    case point_status::failed:
      break;
  }
  return "failed";
}

pending_point begin_point(const point& point, std::string_view backend, const device_limits& limits,
                          compiler::kernel_compiler& compile, compiler::compile_urgency urgency) {
  pending_point pending{.point = point, .unavailable = point.variant->unavailable_on(backend)};
  if (!pending.unavailable.empty()) return pending;
  pending.plan = point.variant->plan(point.problem, point.config, limits);
  if (const auto found = check_launches(pending.plan, limits)) {
    pending.unavailable = found->text();
    return pending;
  }
  pending.kernels = begin_kernels(pending.plan, limits.architecture, compile, urgency);
  if (const auto& reference = point.variant->contract->reference) {
    pending.reference.emplace(reference(point.problem, limits), kernel_futures{});
    pending.reference->kernels =
        begin_kernels(pending.reference->plan, limits.architecture, compile, urgency);
  }
  return pending;
}

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
  } catch (const point_fault& fault) {
    result.status = fault.status;
    result.reason = fault.what();
  } catch (const compiler::compile_error& error) {
    result.status = status_of(error.failure);
    result.reason = result.status == point_status::failed
                        ? fmt::format("does not compile: {}", error.what())
                        : error.what();
    result.log = error.log;
  } catch (const device_memory_error& error) {
    result.status = point_status::skipped;
    result.reason = error.what();
  } catch (const unsupported_kernel& error) {
    result.status = point_status::skipped;
    result.reason = error.what();
  } catch (const execution_limit_error& error) {
    result.status = point_status::timed_out;
    result.reason = error.what();
    result.seen.findings = machine_.take_findings();
  } catch (const device_error& error) {
    result.status = point_status::crashed;
    result.reason = error.what();
    // Earlier findings say more than the final error.
    result.seen.findings = machine_.take_findings();
    if (!result.seen.findings.empty()) {
      result.status = point_status::wrong;
      result.reason = finding_text(result.seen.findings) + "; then " + error.what();
    }
  } catch (const std::bad_alloc&) {
    result.status = point_status::skipped;
    result.reason = "the host has too little memory for the inputs of this problem";
  }
  if (result.status != point_status::ok) {
    result.times_ns.reset();
    result.seen.modelled.reset();
    result.fraction_of_ceiling.reset();
    problem_.invalidate();
  }
  result.wall_s = since_start.seconds();
  return result;
}

void point_measurer::run(const pending_point& pending, measurement& result) {
  if (!pending.unavailable.empty()) throw point_fault(point_status::skipped, pending.unavailable);
  // Inputs first, since other threads compile the kernels meanwhile.
  terms_.on_phase("verify");
  device_inputs& inputs = problem_.prepare(pending.point, pending.reference, terms_.on_phase);
  const auto kernels = finished(pending.kernels, terms_.on_phase);
  terms_.on_phase("verify");
  const std::size_t l2_bytes = machine_.device().l2_bytes.value_or(0);
  const std::size_t footprint = footprint_bytes(pending.plan);
  const std::size_t placements =
      machine_.times_kernels() ? placements_for(options_.state, footprint, l2_bytes) : 1;
  std::optional<prepared_point> prepared_here;
  prepared_point& prepared = prepare(pending.plan, kernels, inputs, placements, prepared_here);
  result.placements = placements;
  report_kernels(pending, prepared, kernels, result);
  const variant& variant = *pending.point.variant;
  const guarantees guaranteed{
      variant.rounding_depth(pending.point.problem, pending.point.config, machine_.device().limits),
      variant.stable, variant.selected_in_order};

  prepared.poison();
  if (!machine_.capabilities().takes_time) {
    result.seen = warpmark::measure(machine_, work_of(prepared), options_);
    name_phases(pending.plan, result.seen.phases);
    // Also if there are findings: the oracle alone may miss the fault.
    judge(prepared, guaranteed, result);
    require_no_finding(result.seen.findings);
    require_correct("interpreted", result);
  } else {
    time(prepared, guaranteed, result);
  }

  summarise(result);
  if (variant.contract->unverified) {
    result.checked.reset();
    result.warnings.push_back(warning::unverified);
    std::sort(result.warnings.begin(), result.warnings.end());
  }
  if (options_.state == cache_state::rotated && result.times_ns &&
      !displaces_l2(placements, footprint, l2_bytes)) {
    result.warnings.push_back(warning::buffers_stay_in_cache);
    std::sort(result.warnings.begin(), result.warnings.end());
  }
}

void point_measurer::summarise(measurement& result) const {
  result.state =
      !machine_.capabilities().takes_time ? "exact" : std::string(warpmark::name(options_.state));
  const observation& seen = result.seen;
  if (seen.samples_ns.empty()) return;
  result.times_ns = statistics::summarise(seen.samples_ns);
  result.times_ns->median = *seen.median_ns();
  if (seen.median_interval) {
    result.times_ns->ci_lo = seen.median_interval->lo;
    result.times_ns->ci_hi = seen.median_interval->hi;
  }
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
                                        std::optional<prepared_point>& here) {
  try {
    return here.emplace(machine_, plan, kernels, inputs, placements);
  } catch (const device_memory_error&) {
    if (terms_.proven == nullptr || terms_.proven->empty()) throw;
    terms_.proven->forget();
    return here.emplace(machine_, plan, kernels, inputs, placements);
  }
}

timed_work point_measurer::work_of(prepared_point& prepared) {
  const bool flushed = terms_.flush != nullptr && options_.state == cache_state::cold;
  const auto place = [&prepared, order = std::make_shared<placement_order>(
                                     options_.state, prepared.placements(), terms_.seed)] {
    prepared.place(order->next());
  };
  if (!flushed && !prepared.must_restore())
    return [&prepared, place] {
      place();
      prepared.enqueue();
    };
  return {[&prepared] { prepared.enqueue(); },
          [&prepared, place, flush = flushed ? terms_.flush : nullptr] {
            place();
            prepared.restore();
            if (flush != nullptr) flush->enqueue();
          }};
}

// The first execution, on poisoned buffers, is verified; it is timed, too. If it alone took longer
// than the limit for all samples, it is the only one: for kernels that slow an interval is not
// worth twice the time.
void point_measurer::time(prepared_point& prepared, const guarantees& guaranteed,
                          measurement& result) {
  const timed_work work = work_of(prepared);
  measuring_options once = options_;
  once.max_samples = 1;
  once.warm_up = false;
  result.seen = warpmark::measure(machine_, work, once);
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
  measuring_options all = options_;
  all.may_repeat = all.state != cache_state::cold;
  result.seen = warpmark::measure(machine_, work, all);
  result.seen.busy_ns += first_ns;
  judge(prepared, guaranteed, result);
  require_correct("after timing", result);
  require_samples(result.seen);
}

}  // namespace warpmark
