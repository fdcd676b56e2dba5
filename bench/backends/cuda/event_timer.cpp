#include "bench/backends/cuda/event_timer.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "bench/sampling/stopwatch.hpp"
#include "bench/statistics/quantile.hpp"

namespace warpmark::cuda {
namespace {

// The driver queues about a thousand operations, then blocks the host. A host that blocks while the
// gate is closed never opens it, so a sample has far fewer operations.
constexpr std::size_t max_held = 200;

// More of them block the host because the card is behind, not the other way round.
constexpr std::size_t queue_operations = 900;

constexpr std::size_t pairs_of_events = 61;  // coprime to other periods
constexpr int empty_samples = 64;

// For longer work a microsecond is negligible.
constexpr double longest_to_settle_ns = 2e5;
constexpr int samples_of_slot = 7;
constexpr double good_as_equal = 1.02;
constexpr double min_tick_ns = 0.5;  // Smaller differences are rounding errors.

// The smallest distance between two readings that differ.
double tick_of(std::vector<double> readings_ns) {
  std::sort(readings_ns.begin(), readings_ns.end());
  double tick = 0;
  for (std::size_t i = 1; i < readings_ns.size(); ++i) {
    const double gap = readings_ns[i] - readings_ns[i - 1];
    if (gap > min_tick_ns && (tick == 0 || gap < tick)) tick = gap;
  }
  return tick;
}

}  // namespace

event_timer::~event_timer() {
  for (const event_pair& pair : events_)
    for (const event_handle event : {pair.start, pair.stop})
      if (event != nullptr) session_.driver().event_destroy(event);
}

const event_timer::event_pair& event_timer::next_events() {
  const driver_api& driver = session_.driver();
  if (events_.size() < pairs_of_events) {
    // Added to the list first, so that an incomplete pair is destroyed with the others.
    event_pair& pair = events_.emplace_back();
    for (event_handle* event : {&pair.start, &pair.stop})
      driver.check(driver.event_create(event, event_default), "cuEventCreate");
    return pair;
  }
  next_ = (next_ + 1) % pairs_of_events;
  return events_[next_];
}

std::size_t event_timer::max_held_operations() const { return max_held; }

// Returns the number of operations of `prepare` and one `run`.
std::size_t event_timer::enqueue(const timed_work& work, const sampling::sample_request& request,
                                 const event_pair& events) {
  const driver_api& driver = session_.driver();
  if (settled_)
    slots_.advance_to(settled_->slot + launch_slots::round -
                      settled_->kernels_of_prepare % launch_slots::round);
  const std::size_t kernels_before = session_.kernels();
  const std::size_t before = session_.operations();
  if (work.prepare) work.prepare();
  driver.check(driver.event_record(events.start, session_.stream()), "cuEventRecord");
  const stopwatch since_start;
  work.run();
  const std::size_t operations = session_.operations() - before;
  for (std::size_t i = 1; i < request.repeats; ++i) work.run();
  const bool fits = operations * request.repeats <= queue_operations;
  enqueue_ns_ = fits ? since_start.seconds() * 1e9 : 0;
  driver.check(driver.event_record(events.stop, session_.stream()), "cuEventRecord");
  // Kernels that native code launched were not counted.
  if (settled_)
    session_.set_kernels(kernels_before + settled_->kernels_of_prepare +
                         settled_->kernels_of_run * request.repeats);
  return operations;
}

sampling::timed_sample event_timer::take(const timed_work& work,
                                         const sampling::sample_request& request) {
  const driver_api& driver = session_.driver();
  const event_pair& events = next_events();
  sampling::timed_sample taken;
  session_.use_stream(request.num_streams > 1 ? random_.below(request.num_streams) : 0);
  if (request.held) gate_.close();
  try {
    taken.operations = enqueue(work, request, events);
  } catch (...) {
    // The enqueued work uses buffers that the caller is about to free.
    gate_.open();
    driver.stream_synchronize(session_.stream());
    throw;
  }
  gate_.open();
  if (!request.held) taken.enqueue_ns = enqueue_ns_;
  if (request.watched) taken.during = sensors_.clock_state();
  session_.synchronize();
  float milliseconds = 0;
  driver.check(driver.event_elapsed_time(&milliseconds, events.start, events.stop),
               "cuEventElapsedTime");
  taken.ns = static_cast<double>(milliseconds) * 1e6;
  return taken;
}

void event_timer::settle(const timed_work& work, double run_ns) {
  settled_.reset();
  if (run_ns > longest_to_settle_ns) return;
  session_.synchronize();
  if (!slots_.open()) return;
  const auto of_prepare = slots_.count_kernels([&] {
    if (work.prepare) work.prepare();
  });
  const auto of_run = slots_.count_kernels(work.run);
  if (!of_prepare || !of_run) return;
  settled_ = {.kernels_of_prepare = *of_prepare, .kernels_of_run = *of_run};
  std::array<double, launch_slots::round> medians_ns{};
  for (std::size_t slot = 0; slot < launch_slots::round; ++slot) {
    settled_->slot = slot;
    std::vector<double> times_ns;
    times_ns.reserve(samples_of_slot);
    for (int i = 0; i < samples_of_slot; ++i) times_ns.push_back(take(work, {.held = true}).ns);
    medians_ns[slot] = statistics::median(times_ns);
  }
  // The first of nearly equal slots, so that the choice is reproducible.
  const double enough_ns = good_as_equal * *std::min_element(medians_ns.begin(), medians_ns.end());
  settled_->slot = static_cast<std::size_t>(
      std::find_if(medians_ns.begin(), medians_ns.end(),
                   [&](double median_ns) { return median_ns <= enough_ns; }) -
      medians_ns.begin());
}

sampling::timer_limits event_timer::limits() {
  if (!limits_) {
    std::vector<double> readings_ns;
    readings_ns.reserve(empty_samples);
    for (int i = 0; i < empty_samples; ++i)
      readings_ns.push_back(take(timed_work([] {}), {.held = true}).ns);
    limits_ = {.floor_ns = statistics::median(readings_ns), .tick_ns = tick_of(readings_ns)};
  }
  return *limits_;
}

}  // namespace warpmark::cuda
