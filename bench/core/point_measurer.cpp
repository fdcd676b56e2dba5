#include "bench/core/point_measurer.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "bench/backends/hardware_profiler.hpp"
#include "bench/backends/measure.hpp"
#include "bench/core/conduct.hpp"
#include "bench/core/guarantees_of.hpp"
#include "bench/core/mismatch_text.hpp"
#include "bench/core/placements.hpp"
#include "bench/core/point_fault.hpp"
#include "bench/core/point_latency.hpp"
#include "bench/core/point_work.hpp"
#include "bench/core/reproducibility.hpp"
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
  if (!findings.empty())
    throw point_fault(point_status::wrong, finding_text(findings), findings.front().kind);
}

}  // namespace

measurement point_measurer::measure(const pending_point& pending) {
  since_start_ = {};
  options_ = pending.measuring.value_or(terms_.options);
  inputs_stayed_ = false;
  // It may keep the stream that it was first given, as handles of libraries do.
  if (has_foreign_code(pending.own.plan)) options_.num_streams = 1;
  const std::uint64_t interpreted_before = machine_.interpreted_instructions();
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
    problem_.remove_unseen_set();
  }
  result.wall_s = since_start_.seconds();
  result.interpreted_instructions = machine_.interpreted_instructions() - interpreted_before;
  return result;
}

// Called in a catch block.
void point_measurer::end_by_exception(measurement& result) {
  point_end end = end_by_current_exception();
  result.status = end.status;
  result.reason = std::move(end.reason);
  result.check = problem_.take_fault() ? "problem" : std::move(end.check);
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
  trial on_trial{pending, inputs, prepared, guarantees_of(pending.point, machine_.device().limits)};
  if (options_.inputs == input_choice::rotating || options_.paranoid)
    on_trial.variables.emplace(machine_, prepared, kernels);
  if (has_foreign_code(pending.own.plan)) require_conduct(machine_, prepared);
  prepared.poison();
  if (machine_.capabilities().takes_time) {
    time(on_trial, result);
    observe(on_trial, result);
  } else {
    count(on_trial, result);
  }

  summarise(result);
  if (pending.point.variant->contract->unverified || result.seen.sampled) {
    result.checked.reset();
    result.warnings.push_back(warning::unverified);
  }
  if (options_.state == cache_state::rotated && result.times_ns &&
      !displaces_l2(placements_, footprint, l2_bytes))
    result.warnings.push_back(warning::buffers_stay_in_cache);
  if (inputs_stayed_) result.warnings.push_back(warning::fixed_inputs);
  std::sort(result.warnings.begin(), result.warnings.end());
  profile(on_trial, result);
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

void point_measurer::judge(trial& on_trial, measurement& result) {
  result.checked =
      on_trial.prepared.verify(on_trial.guaranteed, result.checked_buffer, terms_.proven);
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

// `when` says which outputs they are, and `check` is their check's name.
void point_measurer::require_correct(const char* when, const char* check, trial& on_trial,
                                     const measurement& result) const {
  if (result.checked->ok) return;
  std::string text =
      fmt::format("{}: {}", when, mismatch_text(*result.checked, result.checked_buffer));
  using wrong_output = prepared_point::wrong_output;
  switch (on_trial.prepared.why_wrong(result.checked_buffer, on_trial.guaranteed)) {
    case wrong_output::of_other_inputs:
      throw point_fault(point_status::wrong, text + "; that is the result of other inputs",
                        "kept_result");
    case wrong_output::unwritten:
      throw point_fault(point_status::wrong, text + "; nothing was written", "unwritten_output");
    case wrong_output::other:
      throw point_fault(point_status::wrong, text, check);
  }
}

void point_measurer::require_unchanged_variables(trial& on_trial) const {
  if (!options_.paranoid || !on_trial.variables) return;
  const auto refuse = [](const std::string& why) {
    throw point_fault(point_status::wrong, "kept state: " + why, "kept_state");
  };
  if (const std::string& large = on_trial.variables->left_out(); !large.empty())
    refuse(fmt::format("the variable {} of its module is too large to be compared", large));
  if (const std::string name = on_trial.variables->changed(); !name.empty())
    refuse(
        fmt::format("the variable {} of its module is not as it was before the execution, so that "
                    "a later one need not compute",
                    name));
}

bool point_measurer::rotates(const pending_point& pending) const {
  return options_.inputs == input_choice::rotating && pending.point.variant->contract->inputs_vary;
}

// Tries it again without what may be freed. Memory for other inputs is no reason to lose a point,
// unless the point is judged.
bool point_measurer::has_room_for(const std::function<void()>& inputs, trial& on_trial) {
  try {
    inputs();
    return true;
  } catch (const device_memory_error&) {
    on_trial.inputs.unstage();
    if (terms_.proven != nullptr) terms_.proven->forget();
  }
  try {
    inputs();
    return true;
  } catch (const device_memory_error&) {
    if (options_.paranoid) throw;
    on_trial.inputs.unstage();
    inputs_stayed_ = true;
    return false;
  }
}

// Other inputs in the same buffers, with all that an earlier execution may have kept removed.
void point_measurer::rotate(trial& on_trial) {
  if (!rotates(on_trial.pending)) return;
  const bool has_room = has_room_for(
      [&] {
        problem_.provide_sets(rotating_sets(on_trial.inputs.size_bytes()), on_trial.pending.point,
                              on_trial.pending.reference, terms_.on_phase);
        on_trial.rotation.emplace(on_trial.inputs, on_trial.prepared, terms_.renew, options_,
                                  terms_.seed);
      },
      on_trial);
  if (!has_room) return;
  on_trial.variables->restore();
  on_trial.rotation->deal();
}

// For what is measured next, and for the next point of the problem.
void point_measurer::restore_inputs(trial& on_trial) {
  on_trial.rotation.reset();
  prepared_point& prepared = on_trial.prepared;
  for (std::size_t placement = 0; placement < prepared.placements(); ++placement)
    if (on_trial.inputs.set_of(placement) != 0 || !prepared.variables().empty()) {
      prepared.place(placement);
      prepared.renew(0, terms_.renew);
    }
  prepared.place(0);
}

timed_work point_measurer::work_of(trial& on_trial, measurement& result) {
  const auto order = std::make_shared<placement_order>(options_.state, placements_, terms_.seed);
  std::function<void()> renew;
  if (on_trial.rotation && on_trial.rotation->before_each())
    renew = [&on_trial] { on_trial.rotation->renew(); };
  timed_work work = point_work(
      on_trial.prepared, options_.state, terms_.flush, [order] { return order->next(); }, renew);
  if (on_trial.rotation) work.inspect = [this, &on_trial, &result] { audit(on_trial, result); };
  return work;
}

// A sample is verified at random, as the work cannot know which.
void point_measurer::audit(trial& on_trial, measurement& result) {
  if (has_foreign_code(on_trial.pending.own.plan)) machine_.reset_cache_policy();
  // Elsewhere it would change what the caches hold.
  if (!on_trial.rotation->before_each() || !audits_.due()) return;
  result.checked =
      on_trial.prepared.verify_current(on_trial.guaranteed, result.checked_buffer, terms_.proven);
  require_correct("a sample", "sample", on_trial, result);
}

// Inputs that no execution has had: what was kept of others is of no use. They lie where others
// lay before.
void point_measurer::try_unseen_inputs(trial& on_trial, measurement& result) {
  if (!rotates(on_trial.pending)) return;
  constexpr std::size_t executions = 2;
  const pending_point& pending = on_trial.pending;
  prepared_point& prepared = on_trial.prepared;
  std::size_t unseen = 0;
  const bool has_room = has_room_for(
      [&] {
        if (unseen == 0)
          unseen = problem_.add_unseen_set(unseen_seed(), pending.point, pending.reference,
                                           terms_.on_phase);
        on_trial.inputs.stage();
      },
      on_trial);
  terms_.on_phase("verify");
  if (has_room) {
    std::size_t placement = 0;
    const timed_work work = point_work(
        prepared, options_.state, terms_.flush, [&] { return placement++ % prepared.placements(); },
        [&] { prepared.renew(unseen, terms_.renew); });
    measuring_options few = options_;
    few.max_samples = executions;
    few.num_streams = 1;
    few.warm_up = false;
    warpmark::measure(machine_, work, few);
    verified_output_cache* const none = nullptr;
    for (std::size_t i = 0; i < std::min(executions, prepared.placements()); ++i) {
      prepared.place(i);
      result.checked = prepared.verify_current(on_trial.guaranteed, result.checked_buffer, none);
      require_no_finding(machine_.take_findings());
      require_correct("with inputs that it had not seen", "unseen_inputs", on_trial, result);
    }
    require_unchanged_variables(on_trial);
  }
  if (has_room || on_trial.rotation) restore_inputs(on_trial);
  problem_.remove_unseen_set();
}

// Each result must be right, also where they may differ.
void point_measurer::compare_outputs(trial& on_trial, measurement& result) {
  if (options_.compared_executions == 0) return;
  terms_.on_phase("verify");
  on_trial.inputs.stage();
  prepared_point& prepared = on_trial.prepared;
  verified_output_cache* const none = nullptr;
  result.reproducible = compare_executions(
      machine_, prepared, terms_.renew, options_.compared_executions, [&](bool is_new) {
        // Also where the outputs are known: a race need not change them.
        const auto findings = machine_.take_findings();
        if (is_new)
          result.checked =
              prepared.verify_current(on_trial.guaranteed, result.checked_buffer, none);
        require_no_finding(findings);
        if (is_new) require_correct("executed again", "executed_again", on_trial, result);
      });
  on_trial.inputs.unstage();
  const point& point = on_trial.pending.point;
  const determinism claimed = determinism_of(*point.variant, point.problem);
  if (result.reproducible->distinct_outputs > 1 && claimed != determinism::not_guaranteed)
    throw point_fault(point_status::wrong,
                      fmt::format("{} executions with equal inputs had {} different results; the "
                                  "variant states that they are reproducible: {}",
                                  result.reproducible->executions,
                                  result.reproducible->distinct_outputs, name(claimed)),
                      "reproducibility");
}

// A run without paranoia can be repeated.
std::uint64_t point_measurer::unseen_seed() const {
  if (!options_.paranoid) return statistics::random_stream(terms_.seed, ~std::uint64_t{0}).bits();
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

// An earlier launch may decide what a later one accesses, so only the last one is sampled. What
// fails on the incomplete memory that a sample leaves may be right: then all blocks are
// interpreted.
bool point_measurer::observe_sample(trial& on_trial, measurement& result) {
  if (options_.sampled_blocks == 0) return false;
  machine_.sample_blocks(options_.sampled_blocks, std::max<std::size_t>(1, result.launches) - 1);
  bool is_usable = false;
  try {
    result.seen = warpmark::measure(machine_, work_of(on_trial, result), options_);
    is_usable = !result.seen.sampled || result.seen.findings.empty();
  } catch (const execution_limit_error&) {
    machine_.sample_blocks(0, 0);
    throw;  // all blocks issue more
  } catch (const device_error&) {
  }
  machine_.sample_blocks(0, 0);
  if (is_usable) return true;
  machine_.take_findings();
  on_trial.prepared.poison();
  return false;
}

// What cannot win need not be interpreted to its end. Words that are polled for may be read more
// often by the interpreter than on a card, hence the ratio.
void point_measurer::observe_execution(trial& on_trial, measurement& result) {
  constexpr double hopeless_ratio = 4;
  if (options_.time_to_beat_ns)
    machine_.limit_modelled_time(
        hopeless_ratio * *options_.time_to_beat_ns,
        fmt::format("{:g} times the time of the fastest config so far", hopeless_ratio));
  if (!observe_sample(on_trial, result))
    result.seen = warpmark::measure(machine_, work_of(on_trial, result), options_);
  machine_.limit_modelled_time(0, {});
}

void point_measurer::count(trial& on_trial, measurement& result) {
  observe_execution(on_trial, result);
  if (result.seen.sampled) return;  // The outputs are incomplete.
  name_phases(on_trial.pending.own.plan, result.seen.phases);
  // Also if there are findings: the oracle alone may miss the fault.
  judge(on_trial, result);
  require_no_finding(result.seen.findings);
  require_correct("interpreted", "first_execution", on_trial, result);
  require_unchanged_variables(on_trial);
  repeat_overlapping(on_trial, result);
  try_unseen_inputs(on_trial, result);
  compare_outputs(on_trial, result);
}

// Executions in a row overlap, too, if the first launch may: what it accesses before its wait is
// checked against the last launches of the execution before.
void point_measurer::repeat_overlapping(trial& on_trial, measurement& result) {
  if (!begins_with_dependent_launch(on_trial.pending.own.plan)) return;
  const observation repeated = warpmark::measure(machine_, work_of(on_trial, result), options_);
  result.seen.findings = repeated.findings;
  require_no_finding(repeated.findings);
}

// The first execution, on poisoned buffers, is verified; it is timed, too. If it alone took longer
// than the limit for all samples, it is the only one: for kernels that slow an interval is not
// worth twice the time.
void point_measurer::time(trial& on_trial, measurement& result) {
  measuring_options first_options = options_;
  first_options.max_samples = 1;
  first_options.num_streams = 1;
  first_options.warm_up = false;
  result.seen = warpmark::measure(machine_, work_of(on_trial, result), first_options);
  judge(on_trial, result);
  require_correct("first execution", "first_execution", on_trial, result);
  require_unchanged_variables(on_trial);
  require_samples(result.seen);
  const double first_ns = result.seen.samples_ns.front();
  if (first_ns * 1e-9 > options_.max_seconds) {
    result.seen.stop_reason = stop_reason::budget;
    try_unseen_inputs(on_trial, result);
    compare_outputs(on_trial, result);
    return;
  }
  if (options_.time_to_beat_ns && is_clearly_slower(first_ns, *options_.time_to_beat_ns)) {
    result.seen.stop_reason = stop_reason::beaten;
    return;
  }
  rotate(on_trial);
  terms_.on_phase("measure");
  audits_ = sample_audits(terms_.seed);
  measuring_options sample_options = options_;
  sample_options.may_repeat = sample_options.state != cache_state::cold;
  result.seen = warpmark::measure(machine_, work_of(on_trial, result), sample_options);
  result.seen.busy_ns += first_ns;
  judge(on_trial, result);
  require_correct("after timing", "after_timing", on_trial, result);
  require_unchanged_variables(on_trial);
  require_samples(result.seen);
  try_unseen_inputs(on_trial, result);
  compare_outputs(on_trial, result);
}

// After all samples, so that the profiler cannot affect them (docs/profiling.md). The counted
// executions are prepared as samples are. A hot cache is that of an execution in the same
// placement.
void point_measurer::profile(trial& on_trial, measurement& result) {
  if (terms_.profiler == nullptr || result.seen.stop_reason == stop_reason::beaten) return;
  measurement timed = result;
  timed.status = point_status::ok;
  timed.wall_s = since_start_.seconds();
  terms_.on_timed(timed);
  terms_.on_phase("profile");
  prepared_point& prepared = on_trial.prepared;
  const bool rotates = options_.state == cache_state::rotated;
  std::size_t placement = 0;
  const auto next = [&] { return rotates ? placement++ % prepared.placements() : 0; };
  timed_work work = point_work(prepared, options_.state, terms_.flush, next);
  // Work that needs no preparation selects its placement itself.
  if (options_.state == cache_state::hot)
    work.prepare = [warm = work, prepare = work.prepare] {
      if (prepare) prepare();
      warm.run();
      if (prepare) prepare();
    };
  result.seen.profiled = terms_.profiler->count(work);
  judge(on_trial, result);
  require_correct("after profiling", "after_profiling", on_trial, result);
  if (result.point.variant->contract->unverified) result.checked.reset();
}

// What is measured besides the times, after them. The outputs are verified once more: a fault may
// show only if executions follow each other closely.
void point_measurer::observe(trial& on_trial, measurement& result) {
  const bool has_energy = options_.energy && result.seen.stop_reason != stop_reason::beaten;
  const bool has_latency = options_.latency && machine_.times_kernels();
  if (!has_energy && !has_latency) return;
  prepared_point& prepared = on_trial.prepared;
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
  judge(on_trial, result);
  require_correct(has_energy ? "after measuring the energy" : "after measuring the latency",
                  "after_timing", on_trial, result);
}

}  // namespace warpmark
