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
  for (seat& slot : seats_) {
    try {
      reports_.push_back(slot.start(program_));
    } catch (const channel_closed&) {
      throw worker_unavailable(fmt::format("a worker for backend {} was {} before it was ready",
                                           slot.order.backend, slot.process->ending()));
    }
    // A replacement uses the same ceilings.
    slot.order.measure_ceilings = false;
    slot.order.ceilings = reports_.back().ceilings;
    slot.card_uuid = reports_.back().device.uuid;
  }
}

sweep_outcome coordinator::run(const planned_points& plan, const sweep_options& options,
                               const sweep_listener& listener) {
  const auto begin = now_();
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
    for (seat& slot : seats_)
      if (stopping)
        slot.drop_queued_points();
      else
        feed(slot, queue, static_cast<std::size_t>(std::min<std::uint64_t>(max_given, share)));
    if (stopping && !working()) break;
    wait_for_any();
    for (seat& slot : seats_)
      if (slot.process) attend(slot, queue);
  }
  // A worker may still have points that are no longer needed.
  if (!outcome_.stopped.empty())
    for (seat& slot : seats_) slot.process.reset();
  for (const seat& slot : seats_) {
    outcome_.kernels_compiled += slot.compiled;
    outcome_.kernels_from_cache += slot.from_cache;
  }
  listener_ = nullptr;
  return outcome_;
}

bool coordinator::working() const {
  return std::any_of(seats_.begin(), seats_.end(), [](const seat& slot) {
    return !slot.given.empty() || !slot.suspects.empty();
  });
}

void coordinator::feed(seat& at, work_queue& queue, std::size_t max_points) {
  if (!at.process) return;
  if (!at.suspects.empty()) {
    if (!at.given.empty()) return;
    const auto next_suspect = [&] {
      const point next = std::move(at.suspects.front());
      at.suspects.pop_front();
      return std::optional(next);
    };
    at.give(1, next_suspect, measuring_);
  } else if (at.given.size() < std::max<std::size_t>(2, max_points / 2)) {
    const auto next = [&] { return queue.take(at.problem); };
    at.give(max_points, next, measuring_, std::exchange(ahead_, {}));
  }
}

// Returns in time for the next limit, and often enough to check signals and the budget.
void coordinator::wait_for_any() {
  std::chrono::milliseconds patience = 100ms;
  for (const seat& slot : seats_)
    if (const auto limit = slot.limit(limits_)) {
      const std::chrono::duration<double> left =
          slot.phase_began + std::chrono::duration<double>(*limit) - now_();
      const auto rounded = std::chrono::ceil<std::chrono::milliseconds>(left);
      patience = std::clamp<std::chrono::milliseconds>(rounded, 0ms, patience);
    }
  std::vector<pollfd> waiting;
  for (const seat& slot : seats_)
    if (slot.process) waiting.push_back({slot.process->channel().socket(), POLLIN, 0});
  ::poll(waiting.data(), waiting.size(), static_cast<int>(patience.count()));
}

// Handles the worker's messages, its death and its time limits.
void coordinator::attend(seat& at, work_queue& queue) {
  try {
    while (listen(at)) {
    }
  } catch (const channel_closed&) {
    lose(at, queue, fmt::format("the worker was {}", at.process->ending()), point_status::crashed);
    return;
  }
  const auto limit = at.limit(limits_);
  if (!limit || at.seconds_in_phase() <= *limit) return;
  at.process->kill();
  if (at.phase.empty())
    lose(at, queue, fmt::format("the worker was idle for {:g} s", limits_.idle_s),
         point_status::crashed);
  else
    lose(at, queue, fmt::format("the {} phase took longer than {:g} s", at.phase, *limit),
         point_status::timed_out);
}

// Returns true if there was a message.
bool coordinator::listen(seat& at) {
  const auto message = at.process->channel().receive(0ms);
  if (!message) return false;
  handle(at, *message);
  return true;
}

void coordinator::handle(seat& at, const journal::json& message) {
  if (message.contains("phase")) {
    at.enter(message.at("phase").get<std::string>());
    return;
  }
  if (message.contains("reference")) {
    listener_->referenced(journal::json(message.at("reference")));
    return;
  }
  if (message.contains("failed")) at.end_message = ": " + message.at("failed").get<std::string>();
  if (!message.contains("measured") || at.given.empty()) return;
  at.compiled = message.at("compiled").get<std::size_t>();
  at.from_cache = message.at("from_cache").get<std::size_t>();
  at.enter("");
  at.starts_without_result = 0;
  const point done = std::move(at.given.front());
  at.given.pop_front();
  suspect_keys_.erase(done.key());
  ++outcome_.measured;
  listener_->measured(done, journal::json(message.at("measured")));
}

void coordinator::record_lost(seat& at, const std::string& why, point_status as) {
  measurement lost;
  lost.point = at.given.front();
  at.given.pop_front();
  const family& contract = *lost.point.variant->contract;
  lost.backend = at.order.backend;
  lost.card_uuid = at.card_uuid;
  lost.status = as;
  lost.reason = why;
  if (as == point_status::crashed)
    lost.reason = fmt::format(
        "{} {}, twice{}", why,
        at.phase.empty() ? "before its first phase" : fmt::format("in its {} phase", at.phase),
        at.end_message);
  lost.bytes = contract.compulsory_bytes(lost.point.problem);
  lost.operations = contract.operations(lost.point.problem);
  if (!at.phase.empty()) lost.wall_s = at.seconds_in_phase();
  ++outcome_.measured;
  at.starts_without_result = 0;
  listener_->measured(lost.point, journal::measurement_line(lost));
}

// Records the point of a dead worker if it is the certain cause. Otherwise moves the possible
// causes to the points that are tried one at a time. Leaves the other points in `given`.
void coordinator::find_culprit(seat& at, const std::string& why, point_status as) {
  // A worker that has reported a device crash exits and is replaced.
  const bool blameless =
      as == point_status::crashed && at.phase.empty() && at.process->ended_well();
  if (at.given.empty() || blameless) return;
  const std::string key = at.given.front().key();
  if (as == point_status::timed_out || !suspect_keys_.insert(key).second) {
    suspect_keys_.erase(key);
    record_lost(at, why, as);
    return;
  }
  at.suspects.insert(at.suspects.begin(), at.given.begin(), at.given.end());
  at.given.clear();
}

// The worker is dead or exiting.
void coordinator::lose(seat& at, work_queue& queue, const std::string& why, point_status as) {
  at.process->ending();
  find_culprit(at, why, as);
  queue.put_back(at.given);
  at.given.clear();
  outcome_.kernels_compiled += at.compiled;
  outcome_.kernels_from_cache += at.from_cache;
  at.process.reset();
  if (!outcome_.stopped.empty()) {
    at.suspects.clear();
    return;
  }
  replace(at, queue, why + at.end_message);
}

// A replacement that is killed before it is ready is retried. One that reports why it cannot work
// is not.
void coordinator::replace(seat& at, work_queue& queue, const std::string& why) {
  std::string last;
  while (++at.starts_without_result <= max_fruitless_starts) {
    ++outcome_.worker_restarts;
    try {
      at.start(program_);
      return;
    } catch (const channel_closed&) {
      last = fmt::format("{} workers in a row ended without a result", at.starts_without_result);
    } catch (const worker_unavailable& gone) {
      last = gone.what();
      break;
    }
  }
  at.process.reset();
  at.compiled = at.from_cache = 0;
  queue.put_back(at.suspects);
  at.suspects.clear();
  const bool others = std::any_of(seats_.begin(), seats_.end(),
                                  [](const seat& slot) { return slot.process != nullptr; });
  if (!others) outcome_.stopped = fmt::format("{}; then: {}", why, last);
}

}  // namespace warpmark::workers
