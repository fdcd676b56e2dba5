#include "bench/workers/coordinator.hpp"

#include <algorithm>
#include <poll.h>
#include <utility>

#include <fmt/format.h>

namespace warpmark::workers {
namespace {

using namespace std::chrono_literals;

// Enough points to keep a worker's compile threads busy, but few enough to limit unused
// compilations at the end of a budget and to distribute the last points.
constexpr std::size_t max_given = 64;

// After this many deaths before a first result, a worker is not restarted.
constexpr std::size_t max_fruitless_starts = 10;

}  // namespace

coordinator::coordinator(std::string program, std::vector<worker_order> orders, phase_limits limits,
                         time_source now)
    : program_(std::move(program)), limits_(limits), now_(std::move(now)) {
  for (worker_order& order : orders) seats_.push_back({.order = std::move(order), .now = now_});
  for (seat& worker : seats_) {
    try {
      reports_.push_back(worker.start(program_));
    } catch (const channel_closed&) {
      throw worker_unavailable(fmt::format("a worker for backend {} was {} before it was ready",
                                           worker.order.backend, worker.process->ending()));
    }
    // A replacement uses the same ceilings.
    worker.order.measure_ceilings = false;
    worker.order.ceilings = reports_.back().ceilings;
    worker.card_uuid = reports_.back().device.uuid;
  }
}

sweep_outcome coordinator::run(const planned_points& plan, const sweep_options& options,
                               const sweep_listener& listener) {
  const auto begin = options.budget_began.value_or(now_());
  outcome_ = {};
  listener_ = &listener;
  measuring_ = options.measuring;
  ahead_ = options.ahead;
  work_queue queue(plan, options.shuffle_seed, options.is_done);
  while (queue.left() != 0 || working()) {
    const double spent = std::chrono::duration<double>(now_() - begin).count();
    if (outcome_.stopped.empty() && listener.interrupted()) outcome_.stopped = "interrupted";
    if (outcome_.stopped.empty() && options.budget_seconds && spent >= *options.budget_seconds)
      outcome_.stopped = fmt::format("the budget of {:g} s is used up", *options.budget_seconds);
    const bool stopping = !outcome_.stopped.empty();
    // With few points left, each worker gets few, so that all have work.
    const std::uint64_t share =
        seats_.size() == 1 ? queue.left() : queue.left() / (2 * seats_.size()) + 1;
    for (seat& worker : seats_)
      if (stopping)
        worker.drop_queued_points();
      else
        feed(worker, queue, static_cast<std::size_t>(std::min<std::uint64_t>(max_given, share)));
    if (stopping && !working()) break;
    wait_for_any();
    for (seat& worker : seats_)
      if (worker.process) attend(worker, queue);
  }
  // A worker may still have points that are no longer needed.
  if (!outcome_.stopped.empty())
    for (seat& worker : seats_) worker.process.reset();
  for (const seat& worker : seats_) {
    outcome_.kernels_compiled += worker.compiled;
    outcome_.kernels_from_cache += worker.from_cache;
  }
  listener_ = nullptr;
  return outcome_;
}

bool coordinator::working() const {
  return std::any_of(seats_.begin(), seats_.end(), [](const seat& worker) {
    return !worker.given.empty() || !worker.suspects.empty();
  });
}

void coordinator::feed(seat& worker, work_queue& queue, std::size_t max_points) {
  if (!worker.process) return;
  if (!worker.suspects.empty()) {
    if (!worker.given.empty()) return;
    const auto next_suspect = [&] {
      point next = std::move(worker.suspects.front());
      worker.suspects.pop_front();
      return std::optional(std::move(next));
    };
    worker.give(1, next_suspect, measuring_);
  } else if (worker.given.size() < std::max<std::size_t>(2, max_points / 2)) {
    const auto next = [&] { return queue.take(worker.problem); };
    worker.give(max_points, next, measuring_, std::exchange(ahead_, {}));
  }
}

// Returns in time for the next limit, and often enough to check signals and the budget.
void coordinator::wait_for_any() {
  std::chrono::milliseconds patience = 100ms;
  for (const seat& worker : seats_)
    if (const auto limit = worker.limit(limits_)) {
      const std::chrono::duration<double> left =
          worker.phase_began + std::chrono::duration<double>(*limit) - now_();
      const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(left);
      patience = std::clamp<std::chrono::milliseconds>(rounded, 0ms, patience);
    }
  std::vector<pollfd> waiting;
  for (const seat& worker : seats_)
    if (worker.process) waiting.push_back({worker.process->channel().socket(), POLLIN, 0});
  ::poll(waiting.data(), waiting.size(), static_cast<int>(patience.count()));
}

// Handles the worker's messages, its death and its time limits.
void coordinator::attend(seat& worker, work_queue& queue) {
  try {
    while (listen(worker)) {
    }
  } catch (const channel_closed&) {
    lose(worker, queue, fmt::format("the worker was {}", worker.process->ending()),
         point_status::crashed);
    return;
  }
  const auto limit = worker.limit(limits_);
  if (!limit || worker.seconds_in_phase() <= *limit) return;
  worker.process->kill();
  if (worker.phase.empty())
    lose(worker, queue, fmt::format("the worker was idle for {:g} s", limits_.idle_s),
         point_status::crashed);
  else
    lose(worker, queue, fmt::format("the {} phase took longer than {:g} s", worker.phase, *limit),
         point_status::timed_out);
}

// Returns true if there was a message.
bool coordinator::listen(seat& worker) {
  const auto message = worker.process->channel().receive(0ms);
  if (!message) return false;
  handle(worker, *message);
  return true;
}

void coordinator::handle(seat& worker, const journal::json& message) {
  if (message.contains("phase")) {
    worker.enter(message.at("phase").get<std::string>());
    return;
  }
  if (message.contains("timed")) {
    worker.timed = message.at("timed");
    return;
  }
  if (message.contains("reference")) {
    listener_->referenced(journal::json(message.at("reference")));
    return;
  }
  if (message.contains("failed"))
    worker.end_message = ": " + message.at("failed").get<std::string>();
  if (!message.contains("measured") || worker.given.empty()) return;
  worker.compiled = message.at("compiled").get<std::size_t>();
  worker.from_cache = message.at("from_cache").get<std::size_t>();
  worker.timed = nullptr;
  worker.enter("");
  worker.starts_without_result = 0;
  const point done = std::move(worker.given.front());
  worker.given.pop_front();
  suspect_keys_.erase(done.key());
  ++outcome_.measured;
  listener_->measured(done, journal::json(message.at("measured")));
}

void coordinator::record_lost(seat& worker, const std::string& why, point_status status) {
  measurement lost;
  lost.point = worker.given.front();
  worker.given.pop_front();
  const family& contract = *lost.point.variant->contract;
  lost.backend = worker.order.backend;
  lost.card_uuid = worker.card_uuid;
  lost.status = status;
  lost.reason = why;
  if (status == point_status::crashed)
    lost.reason = fmt::format("{} {}, twice{}", why,
                              worker.phase.empty() ? "before its first phase"
                                                   : fmt::format("in its {} phase", worker.phase),
                              worker.end_message);
  lost.bytes = contract.compulsory_bytes(lost.point.problem);
  lost.operations = contract.operations(lost.point.problem);
  if (!worker.phase.empty()) lost.wall_s = worker.seconds_in_phase();
  ++outcome_.measured;
  worker.starts_without_result = 0;
  listener_->measured(lost.point, journal::measurement_line(lost));
}

// The point has its times; what failed is the profiler.
void coordinator::record_unprofiled(seat& worker, const std::string& why) {
  const point timed = std::move(worker.given.front());
  worker.given.pop_front();
  journal::json line = std::exchange(worker.timed, nullptr);
  line["profiler"] = {{"trouble", why}};
  suspect_keys_.erase(timed.key());
  ++outcome_.measured;
  worker.starts_without_result = 0;
  listener_->measured(timed, std::move(line));
}

// Records the point of a dead worker if it is the certain cause. Otherwise moves the possible
// causes to the points that are tried one at a time. Leaves the other points in `given`.
void coordinator::settle_blame(seat& worker, const std::string& why, point_status status) {
  // A worker that has reported a device crash exits and is replaced.
  const bool blameless =
      status == point_status::crashed && worker.phase.empty() && worker.process->ended_well();
  if (worker.given.empty() || blameless) return;
  if (!worker.timed.is_null()) {
    record_unprofiled(worker, why);
    return;
  }
  const std::string key = worker.given.front().key();
  if (status == point_status::timed_out || !suspect_keys_.insert(key).second) {
    suspect_keys_.erase(key);
    record_lost(worker, why, status);
    return;
  }
  worker.suspects.insert(worker.suspects.begin(), worker.given.begin(), worker.given.end());
  worker.given.clear();
}

// The worker is dead or exiting.
void coordinator::lose(seat& worker, work_queue& queue, const std::string& why,
                       point_status status) {
  worker.process->ending();
  settle_blame(worker, why, status);
  queue.put_back(worker.given);
  worker.given.clear();
  outcome_.kernels_compiled += worker.compiled;
  outcome_.kernels_from_cache += worker.from_cache;
  worker.process.reset();
  worker.compiled = worker.from_cache = 0;  // They are counted.
  if (!outcome_.stopped.empty()) {
    worker.suspects.clear();
    return;
  }
  replace(worker, queue, why + worker.end_message);
}

// A replacement that is killed before it is ready is retried. One that reports why it cannot work
// is not.
void coordinator::replace(seat& worker, work_queue& queue, const std::string& why) {
  std::string last;
  while (++worker.starts_without_result <= max_fruitless_starts) {
    ++outcome_.worker_restarts;
    try {
      worker.start(program_);
      return;
    } catch (const channel_closed&) {
      last =
          fmt::format("{} workers in a row ended without a result", worker.starts_without_result);
    } catch (const worker_unavailable& gone) {
      last = gone.what();
      break;
    }
  }
  worker.process.reset();
  queue.put_back(worker.suspects);
  worker.suspects.clear();
  const bool others_work = std::any_of(seats_.begin(), seats_.end(),
                                       [](const seat& other) { return other.process != nullptr; });
  if (!others_work) outcome_.stopped = fmt::format("{}; then: {}", why, last);
}

}  // namespace warpmark::workers
