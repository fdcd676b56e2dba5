#include "bench/backends/cuda/event_timer.hpp"

#include <algorithm>
#include <vector>

#include "bench/statistics/quantile.hpp"

namespace warpmark::cuda {
namespace {

// The driver takes about a thousand operations ahead of the card, then makes the host wait. A host
// that waits so while the gate is closed never opens it, so a sample stays far below.
constexpr std::size_t most_held = 200;

constexpr int empty_samples = 64;
constexpr double least_tick_ns = 0.5;  // What lies nearer is a float's rounding.

// The smallest distance between two readings that differ.
double tick_of(std::vector<double> readings_ns) {
  std::sort(readings_ns.begin(), readings_ns.end());
  double tick = 0;
  for (std::size_t i = 1; i < readings_ns.size(); ++i) {
    const double gap = readings_ns[i] - readings_ns[i - 1];
    if (gap > least_tick_ns && (tick == 0 || gap < tick)) tick = gap;
  }
  return tick;
}

}  // namespace

event_timer::~event_timer() {
  for (const event_handle event : {start_, stop_})
    if (event != nullptr) session_.driver().event_destroy(event);
}

void event_timer::need_events() {
  const driver_api& driver = session_.driver();
  for (event_handle* event : {&start_, &stop_})
    if (*event == nullptr) driver.check(driver.event_create(event, event_default), "cuEventCreate");
}

std::size_t event_timer::most_held_operations() const { return most_held; }

// Returns how many operations `prepare` and one `run` are.
std::size_t event_timer::enqueue(const timed_work& work, const sampling::sample_request& request) {
  const driver_api& driver = session_.driver();
  const std::size_t before = session_.operations();
  if (work.prepare) work.prepare();
  driver.check(driver.event_record(start_, session_.stream()), "cuEventRecord");
  work.run();
  const std::size_t operations = session_.operations() - before;
  for (std::size_t i = 1; i < request.repeats; ++i) work.run();
  driver.check(driver.event_record(stop_, session_.stream()), "cuEventRecord");
  return operations;
}

sampling::timed_sample event_timer::take(const timed_work& work,
                                         const sampling::sample_request& request) {
  const driver_api& driver = session_.driver();
  need_events();
  sampling::timed_sample taken;
  if (request.held) gate_.close();
  try {
    taken.operations = enqueue(work, request);
  } catch (...) {
    // What is enqueued uses buffers that the caller is about to free.
    gate_.open();
    driver.stream_synchronize(session_.stream());
    throw;
  }
  gate_.open();
  if (request.watched) taken.during = sensors_.clock_state();
  session_.synchronize();
  float milliseconds = 0;
  driver.check(driver.event_elapsed_time(&milliseconds, start_, stop_), "cuEventElapsedTime");
  taken.ns = static_cast<double>(milliseconds) * 1e6;
  return taken;
}

sampling::timer_limits event_timer::limits() {
  if (!limits_) {
    std::vector<double> readings_ns;
    for (int i = 0; i < empty_samples; ++i)
      readings_ns.push_back(take(timed_work([] {}), {.held = true}).ns);
    limits_ = {.floor_ns = statistics::median(readings_ns), .tick_ns = tick_of(readings_ns)};
  }
  return *limits_;
}

}  // namespace warpmark::cuda
