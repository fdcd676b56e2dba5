#include "ci/gate/timing/process_rounds.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/input_limits.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "bench/workers/wire.hpp"
#include "bench/workers/worker_process.hpp"

namespace warpmark::gate {
namespace {

using namespace std::chrono_literals;
using workers::channel_closed;
using workers::worker_process;

// A process died or was killed at its time limit; what() continues "the process …".
struct process_lost : std::runtime_error {
  process_lost(const std::string& why, bool was_too_slow)
      : std::runtime_error(why), too_slow(was_too_slow) {}
  bool too_slow;
};

class round_process {
 public:
  round_process(const round_terms& terms, round_order order)
      : process_({terms.program, "gate-round"}), now_(terms.now) {
    order.max_input_bytes = input::max_input();
    process_.channel().send(to_wire(order));
  }

  // Its next pair. Throws process_lost, and std::runtime_error if the process itself reports an
  // error.
  nlohmann::json next(double limit_s) {
    try {
      auto message = wait(limit_s, "");
      // A first execution has its own limit.
      while (message.contains("execution"))
        message = wait(message.value("limit_s", limit_s), message.at("execution"));
      return message;
    } catch (const channel_closed&) {
      throw process_lost("was " + process_.ending(), false);
    }
  }

 private:
  nlohmann::json wait(double limit_s, const std::string& execution) {
    const auto deadline = now_() + std::chrono::duration<double>(limit_s);
    // A message sent in time is accepted even if this process reads it late.
    for (bool is_late = false; !is_late;) {
      is_late = now_() >= deadline;
      if (auto message = process_.channel().receive(is_late ? 0ms : 100ms)) {
        if (message->contains("failed"))
          throw std::runtime_error(message->at("failed").get<std::string>());
        return *message;
      }
    }
    process_.kill();
    throw process_lost(execution.empty()
                           ? fmt::format("took longer than {:g} s", limit_s)
                           : fmt::format("was stopped: the first execution {} took longer than "
                                         "{:.3g} s, the limit",
                                         execution, limit_s),
                       true);
  }

  worker_process process_;
  workers::time_source now_;
};

// The report of the process after it has opened its card.
workers::worker_report ready(round_process& process, double limit_s) {
  try {
    return workers::report_from_wire(process.next(limit_s).at("ready"));
  } catch (const process_lost& lost) {
    throw std::runtime_error(
        fmt::format("the process of a round {} before it had opened the card", lost.what()));
  }
}

}  // namespace

process_rounds::process_rounds(round_terms terms, std::vector<round_subject> subjects,
                               round_listener listener)
    : terms_(std::move(terms)), subjects_(std::move(subjects)), listener_(std::move(listener)) {
  std::mt19937_64 random(terms_.seed);
  for (std::size_t i = 0; i < subjects_.size(); ++i) base_leads_.push_back(random() % 2 == 0);
}

std::vector<round_item> process_rounds::items_of(const std::vector<std::size_t>& points) const {
  std::vector<round_item> items;
  for (const std::size_t point : points) {
    const round_subject& subject = subjects_.at(point);
    items.push_back({.key = subject.key,
                     .calibrator = subject.calibrator,
                     .slowdown = subject.slowdown,
                     .planted_steps = subject.planted_steps,
                     .base_first = terms_.base_always_leads || base_leads_[point]});
  }
  return items;
}

// The order of `points`: problems in random order, and the points of each problem too.
std::vector<std::size_t> process_rounds::order_of(const std::vector<std::size_t>& points) const {
  std::mt19937_64 random(terms_.seed + 0x9e3779b97f4a7c15u * (round_ + 1));
  std::map<std::string, std::uint64_t> rank_of_problem;
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::size_t>> ranks;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const round_subject& subject = subjects_.at(points[i]);
    const std::string& together = subject.problem.empty() ? subject.key : subject.problem;
    const auto [rank, is_new] = rank_of_problem.try_emplace(together);
    if (is_new) rank->second = random();
    ranks.emplace_back(rank->second, random(), i);
  }
  std::sort(ranks.begin(), ranks.end());
  std::vector<std::size_t> order;
  order.reserve(ranks.size());
  for (const auto& rank : ranks) order.push_back(std::get<2>(rank));
  return order;
}

std::vector<round_pair> process_rounds::measure(const std::vector<std::size_t>& points) {
  const stopwatch since_start;
  const auto items = items_of(points);
  const auto order = order_of(points);

  std::vector<round_pair> pairs(points.size());
  for (std::size_t done = 0; done < order.size();) {
    std::vector<round_item> left;
    for (std::size_t i = done; i < order.size(); ++i) left.push_back(items[order[i]]);
    for (auto& pair : run_process(left)) {
      const std::size_t at = order[done++];
      pair.round = round_;
      listener_(round_, subjects_.at(points[at]), pair);
      pairs[at] = std::move(pair);
    }
  }
  for (const std::size_t point : points) base_leads_[point] = !base_leads_[point];
  ++round_;
  card_seconds_ += since_start.seconds();
  return pairs;
}

workers::worker_report process_rounds::open(round_terms terms, bool measure_ceilings) {
  terms.order.items.clear();
  terms.order.measure_ceilings = measure_ceilings;
  round_process process(terms, terms.order);
  return ready(process, terms.start_limit_s);
}

// Returns at least one pair: the one at which the process died is discarded.
std::vector<round_pair> process_rounds::run_process(const std::vector<round_item>& items) {
  std::vector<round_pair> pairs;
  round_order order = terms_.order;
  order.items = items;
  round_process process(terms_, std::move(order));
  require_same_card(ready(process, terms_.start_limit_s).device);
  while (pairs.size() < items.size()) {
    try {
      const auto message = process.next(terms_.point_limit_s);
      pairs.push_back(round_pair_from_wire(message.at("pair")));
      if (message.value("last", false)) break;
    } catch (const process_lost& lost) {
      pairs.push_back({.base_first = items[pairs.size()].base_first,
                       .discarded = fmt::format("the process {}", lost.what()),
                       .permanent = lost.too_slow});
      break;
    }
  }
  return pairs;
}

void process_rounds::require_same_card(const card& found) {
  if (!device_) device_ = found;
  const auto require_same = [](const char* property, const std::string& before,
                               const std::string& now) {
    if (before != now)
      throw std::runtime_error(
          fmt::format("the {} changed between rounds: {} before, {} now", property, before, now));
  };
  require_same("card", device_->uuid, found.uuid);
  require_same("driver", device_->driver_version, found.driver_version);
}

}  // namespace warpmark::gate
