#include "bench/backends/cuda/event_sampler.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bench/statistics/sample_summary.hpp"

namespace warpmark::cuda {
namespace {

constexpr std::size_t most_samples_per_batch = 16;
constexpr double longest_batch_s = 20e-3;

// The driver takes about a thousand operations ahead of the card, then makes the host wait. A host
// that waits so while the gate is closed never opens it, so a batch stays far below.
constexpr std::size_t most_held_operations = 200;
constexpr std::size_t operations_around_work = 3;  // flush, start, stop
constexpr std::size_t operations_of_gate = 1;

constexpr std::size_t most_warm_up_runs = 5;
constexpr double longest_warm_up_ns = 3e6;
constexpr double slow_run_ns = 50e6;  // so slow that clocks and caches settle within one run
constexpr double steady_difference = 0.05;

// Fewer samples have no interval of 95 %, so their spread proves nothing.
constexpr std::size_t fewest_for_precision = 6;
constexpr std::size_t fewest_for_budget = 3;

constexpr std::size_t empty_pairs = 50;

using wall_clock = std::chrono::steady_clock;

double seconds_since(wall_clock::time_point start) {
  return std::chrono::duration<double>(wall_clock::now() - start).count();
}

}  // namespace

batch_plan plan_batches(double sample_s, std::size_t operations) {
  const std::size_t each = operations + operations_around_work;
  const std::size_t by_queue = (most_held_operations - operations_of_gate) / each;
  const auto by_time = sample_s > longest_batch_s / most_samples_per_batch
                           ? static_cast<std::size_t>(longest_batch_s / sample_s)
                           : most_samples_per_batch;
  const auto samples =
      std::clamp<std::size_t>(std::min(by_queue, by_time), 1, most_samples_per_batch);
  return {.samples = samples, .gated = by_queue >= 1};
}

std::string reason_to_stop(const std::vector<double>& samples_ns, double elapsed_s,
                           const measuring_options& options) {
  const std::size_t n = samples_ns.size();
  if (n == 0) return "";
  if (n >= std::max(options.min_samples, fewest_for_precision)) {
    const auto seen = statistics::summarise(samples_ns);
    if ((seen.ci_hi - seen.ci_lo) / 2 <= options.precision * seen.median) return "precision";
  }
  if (elapsed_s > options.max_seconds && n >= fewest_for_budget) return "budget";
  return n >= options.max_samples ? "max_samples" : "";
}

event_sampler::~event_sampler() {
  const driver_api& driver = session_.driver();
  for (const auto& pair : events_)
    for (const event_handle event : {pair.start, pair.stop})
      if (event != nullptr) driver.event_destroy(event);
}

void event_sampler::need_events(std::size_t count) {
  const driver_api& driver = session_.driver();
  while (events_.size() < count) {
    // Into the list first: a pair that is made by half is destroyed with the others.
    event_pair& pair = events_.emplace_back();
    driver.check(driver.event_create(&pair.start, event_default), "cuEventCreate");
    driver.check(driver.event_create(&pair.stop, event_default), "cuEventCreate");
  }
}

void event_sampler::enqueue_batch(const std::function<void()>& work, const batch_plan& batch,
                                  bool cold) {
  const driver_api& driver = session_.driver();
  if (batch.gated) gate_.close();
  for (std::size_t i = 0; i < batch.samples; ++i) {
    if (cold) flusher_.enqueue();
    driver.check(driver.event_record(events_[i].start, session_.stream()), "cuEventRecord");
    work();
    driver.check(driver.event_record(events_[i].stop, session_.stream()), "cuEventRecord");
  }
}

void event_sampler::take_batch(const std::function<void()>& work, const batch_plan& batch,
                               bool cold, std::vector<double>& samples_ns) {
  const driver_api& driver = session_.driver();
  need_events(batch.samples);
  try {
    enqueue_batch(work, batch, cold);
  } catch (...) {
    // What is enqueued uses buffers that the caller is about to free.
    gate_.open();
    driver.stream_synchronize(session_.stream());
    throw;
  }
  gate_.open();
  session_.synchronize();
  for (std::size_t i = 0; i < batch.samples; ++i) {
    float milliseconds = 0;
    driver.check(driver.event_elapsed_time(&milliseconds, events_[i].start, events_[i].stop),
                 "cuEventElapsedTime");
    samples_ns.push_back(static_cast<double>(milliseconds) * 1e6);
  }
}

double event_sampler::timer_resolution_ns() {
  if (!timer_resolution_ns_) {
    std::vector<double> empty_ns;
    take_batch([] {}, {.samples = empty_pairs, .gated = true}, false, empty_ns);
    timer_resolution_ns_ = statistics::summarise(empty_ns).median;
  }
  return *timer_resolution_ns_;
}

batch_plan event_sampler::warm_up(const std::function<void()>& work, bool cold) {
  std::vector<double> runs_ns;
  double total_ns = 0;
  for (;;) {
    const auto start = wall_clock::now();
    const std::size_t operations_before = session_.operations();
    // Never gated: a kernel's first launch may load code or grow local memory, which waits for the
    // stream.
    take_batch(work, {.samples = 1, .gated = false}, cold, runs_ns);
    const double run_ns = runs_ns.back();
    total_ns += run_ns;

    const std::size_t runs = runs_ns.size();
    const bool steady =
        runs >= 2 && std::abs(run_ns - runs_ns[runs - 2]) <= steady_difference * runs_ns[runs - 2];
    if (run_ns > slow_run_ns || steady || runs == most_warm_up_runs ||
        (runs >= 2 && total_ns > longest_warm_up_ns))
      return plan_batches(seconds_since(start), session_.operations() - operations_before);
  }
}

observation event_sampler::sample(const std::function<void()>& work,
                                  const measuring_options& options) {
  observation seen;
  seen.timer_resolution_ns = timer_resolution_ns();
  // Without a warm-up nothing is known of the work, least of all that a gate may be closed over it.
  const batch_plan planned =
      options.warm_up ? warm_up(work, options.cold) : batch_plan{.samples = 1, .gated = false};
  const auto start = wall_clock::now();
  while (seen.stop_reason.empty()) {
    batch_plan batch = planned;
    const std::size_t taken = seen.samples_ns.size();
    if (options.max_samples > taken)
      batch.samples = std::min(batch.samples, options.max_samples - taken);
    take_batch(work, batch, options.cold, seen.samples_ns);
    seen.stop_reason = reason_to_stop(seen.samples_ns, seconds_since(start), options);
  }
  return seen;
}

}  // namespace warpmark::cuda
