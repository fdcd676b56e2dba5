#include "bench/session/callable_session.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "bench/backends/cuda/card_reader.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/cuda/event_timer.hpp"
#include "bench/backends/measure.hpp"
#include "bench/core/ceilings.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/warnings.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "bench/session/session_error.hpp"

namespace warpmark::session {
namespace {

constexpr std::chrono::milliseconds max_call = std::chrono::seconds(10);

compiler::compiler_options one_thread() {
  compiler::compiler_options options = embedded_compiler_options();
  options.threads = 1;
  return options;
}

void run_once(const callable& work, const std::function<int(void*)>& call, void* stream) {
  if (const int code = call(stream))
    throw callback_failure(
        fmt::format("{}: its callback returned {}; expected 0", work.name, code));
}

native_step step_of(const callable& work, const std::function<int(void*)>& call,
                    std::size_t operations) {
  return {.name = work.name,
          .call = [&](const native_context& in) { run_once(work, call, in.stream); },
          .operations = operations};
}

void require_samples(const observation& seen) {
  if (seen.samples_ns.empty()) throw device_error("no sample: " + seen.why_no_samples());
}

}  // namespace

// The work with its flush, ready to be timed.
struct callable_session::prepared_work {
  conduct how;
  timed_work timed;
};

callable_session::callable_session(int device_ordinal)
    : driver_(cuda::open_driver()),
      device_(cuda::find_device(driver_, device_ordinal)),
      machine_(cuda::make_cuda_backend(
          {.device_ordinal = device_ordinal, .ordered_with_default_stream = true})),
      compiler_(one_thread()) {
  driver_.check(driver_.device_primary_ctx_retain(&context_, device_),
                "cuDevicePrimaryCtxRetain(device {})", device_ordinal);
  machine_->call(
      {.name = "stream",
       .call =
           [&](const native_context& in) { stream_ = static_cast<cuda::stream_handle>(in.stream); },
       .operations = 0},
      {});
}

callable_session::~callable_session() {
  flush_.reset();
  machine_.reset();
  driver_.device_primary_ctx_release(device_);
}

cuda::context_handle callable_session::enter() {
  cuda::context_handle before = nullptr;
  driver_.check(driver_.ctx_get_current(&before), "cuCtxGetCurrent");
  if (before != context_) driver_.check(driver_.ctx_set_current(context_), "cuCtxSetCurrent");
  return before;
}

void callable_session::leave(cuda::context_handle before) noexcept {
  if (before != nullptr && before != context_) driver_.ctx_set_current(before);
}

cache_flush* callable_session::flush_for(cache_state state) {
  if (state != cache_state::cold) return nullptr;
  if (!flush_) flush_.emplace(*machine_, compiler_, flush_lines::clean);
  return &*flush_;
}

// Without NVRTC there is no empty kernel, and no warning about it.
std::optional<double> callable_session::launch_floor_ns() {
  if (!floor_is_known_ && compiler_.has_nvrtc())
    ceilings_.launch_floor_ns = measure_launch_floor(*machine_, compiler_);
  floor_is_known_ = true;
  return ceilings_.launch_floor_ns;
}

// Twice, since results of the first execution may be kept, so that the second one allocates, too.
conduct callable_session::execute_and_check(const callable& work, holding hold) {
  for (int i = 0; i < 2; ++i) {
    if (work.prepare) machine_->call(step_of(work, work.prepare, 1), {});
    machine_->call(step_of(work, work.enqueue, 1), {});
    machine_->synchronize();
  }
  conduct how = conduct_of(driver_, stream_, work, hold);
  const std::size_t most = machine_->timer()->max_held_operations();
  if (how.why_not_held.empty() && how.run_nodes + how.prepare_nodes >= most)
    how.why_not_held = fmt::format("it enqueues {} operations, and at most {} can be held",
                                   how.run_nodes + how.prepare_nodes, most - 1);
  return how;
}

callable_session::prepared_work callable_session::prepare(const callable& work,
                                                          const callable_options& options,
                                                          hold_watchdog& watchdog) {
  cache_flush* flush = flush_for(options.measuring.state);
  conduct how = execute_and_check(work, options.hold);
  const bool held = how.why_not_held.empty();
  // The sampler does not hold what has more operations than can be held.
  const std::size_t too_many = machine_->timer()->max_held_operations() + 1;
  const auto part = [&](const std::function<int(void*)>& call, std::size_t nodes) {
    return [this, &work, &watchdog, held, step = step_of(work, call, held ? nodes : too_many)]() {
      if (!held) return machine_->call(step, {});
      watchdog.call_begins();
      try {
        machine_->call(step, {});
      } catch (...) {
        watchdog.call_ends();
        throw;
      }
      if (watchdog.call_ends())
        throw misuse(fmt::format(
            "{}: it did not return within {} s while its stream was held: it waits for the card; "
            "expected work that only enqueues, or a measurement that never holds its stream",
            work.name, max_call.count() / 1000));
    };
  };
  std::function<void()> run = part(work.enqueue, how.run_nodes);
  std::function<void()> before;
  if (work.prepare) before = part(work.prepare, how.prepare_nodes);
  // Last, so that what the preparation wrote is not in the cache.
  if (flush != nullptr)
    before = [flush, own = std::move(before)] {
      if (own) own();
      flush->enqueue();
    };
  return {std::move(how), {std::move(run), std::move(before)}};
}

measured_callable callable_session::measure(const callable& work, const callable_options& options) {
  const stopwatch since_start;
  auto* timer = dynamic_cast<cuda::event_timer*>(machine_->timer());
  hold_watchdog watchdog([timer] { timer->let_through(); }, max_call);
  const std::optional<double> floor_ns = launch_floor_ns();
  prepared_work prepared = prepare(work, options, watchdog);
  measured_callable result;
  result.variant = std::make_unique<const warpmark::variant>(
      warpmark::variant{.family = work.family,
                        .name = work.name,
                        .level = 0,
                        .reproducible = determinism::not_guaranteed});
  measurement& measured = result.measurement;
  measured.point.variant = result.variant.get();
  measured.backend = machine_->name();
  measured.card_uuid = machine_->device().uuid;
  measured.state = std::string(warpmark::name(options.measuring.state));
  measured.launches = prepared.how.run_nodes;
  measuring_options measuring = options.measuring;
  measuring.may_repeat = measuring.state != cache_state::cold;
  measured.seen = warpmark::measure(*machine_, prepared.timed, measuring);
  require_samples(measured.seen);
  measured.status = point_status::ok;
  measured.times_ns = times_of(measured.seen);
  measured.warnings = warnings_of(measured, measuring.precision, floor_ns);
  if (!prepared.how.why_not_held.empty()) measured.warnings.push_back(warning::not_held);
  auto& warnings = measured.warnings;
  std::sort(warnings.begin(), warnings.end());
  warnings.erase(std::unique(warnings.begin(), warnings.end()), warnings.end());
  measured.wall_s = since_start.seconds();
  result.how = std::move(prepared.how);
  return result;
}

compared_callables callable_session::compare(const callable& first, const callable& second,
                                             const callable_options& options) {
  auto* timer = dynamic_cast<cuda::event_timer*>(machine_->timer());
  hold_watchdog watchdog([timer] { timer->let_through(); }, max_call);
  const prepared_work one = prepare(first, options, watchdog);
  const prepared_work other = prepare(second, options, watchdog);
  compared_callables result;
  result.seen = measure_pairs(*machine_, one.timed, other.timed,
                              {.pairs = options.measuring.max_samples,
                               .first_leads = options.seed % 2 == 0,
                               .may_repeat = options.measuring.state != cache_state::cold,
                               .max_seconds = options.measuring.max_seconds});
  const auto& firsts = result.seen.first.samples_ns;
  const auto& seconds = result.seen.second.samples_ns;
  if (firsts.empty()) throw device_error("no pair of samples: the card was throttled throughout");
  std::vector<double> logarithms;
  for (std::size_t i = 0; i < firsts.size(); ++i)
    if (firsts[i] > 0 && seconds[i] > 0) logarithms.push_back(std::log(seconds[i] / firsts[i]));
  if (logarithms.empty())
    throw device_error("no pair of samples is longer than a tick of the clock");
  result.ratio = statistics::hodges_lehmann(logarithms);
  for (double* each : {&result.ratio.value, &result.ratio.range.lo, &result.ratio.range.hi})
    *each = std::exp(*each);
  for (const prepared_work* each : {&one, &other})
    if (result.why_not_held.empty()) result.why_not_held = each->how.why_not_held;
  return result;
}

void callable_session::measure_ceilings() {
  ceilings_ = warpmark::measure_ceilings(*machine_, compiler_, *flush_for(cache_state::cold));
  floor_is_known_ = true;
}

run_manifest callable_session::manifest(const callable_options& options) {
  run_manifest manifest{.backend = machine_->name(),
                        .devices = {machine_->device()},
                        .seed = options.seed,
                        .contract = options.measuring,
                        .ceilings = {ceilings_}};
  if (compiler_.has_nvrtc()) {
    manifest.nvrtc_version = compiler_.version();
    manifest.compiler_flags = compiler_.standard_options(machine_->device().limits.architecture);
  }
  return manifest;
}

}  // namespace warpmark::session
