#include "ci/gate/programs/nvbench_rounds.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "bench/statistics/quantile.hpp"

namespace warpmark::gate {
namespace {

constexpr std::size_t max_failures = 3;
constexpr double limit_ratio = 10, min_limit_s = 30;

// Gives the same order everywhere, unlike std::shuffle.
template <class T>
void shuffle(std::vector<T>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random() % i]);
}

}  // namespace

arm arm_of(const nvbench_point& point) {
  std::vector<double> logs;
  logs.reserve(point.samples_ns.size());
  for (const double sample : point.samples_ns) logs.push_back(std::log(sample));
  return {.time_ns = std::exp(statistics::median(logs)),
          .clock_hz = point.clock_hz,
          .samples = point.samples_ns.size(),
          .samples_ns = point.samples_ns};
}

nvbench_rounds::nvbench_rounds(nvbench_round_terms terms, std::vector<nvbench_subject> subjects,
                               std::filesystem::path scratch, nvbench_listener listener)
    : terms_(std::move(terms)),
      subjects_(std::move(subjects)),
      scratch_(std::move(scratch)),
      listener_(std::move(listener)),
      random_(terms_.seed) {}

std::array<nvbench_rounds::process, nvbench_rounds::processes> nvbench_rounds::next_order() {
  if (orders_.empty()) {
    std::array order{base, head, base_again};
    do orders_.push_back(order);
    while (std::next_permutation(order.begin(), order.end()));
    shuffle(orders_, random_);
  }
  const auto order = orders_.back();
  orders_.pop_back();
  return order;
}

// The benchmarks that have one of the points, in a new order.
nvbench_selection nvbench_rounds::selection_of(const std::vector<std::size_t>& points) {
  std::set<std::string> needed;
  for (const std::size_t point : points) needed.insert(subjects_.at(point).benchmark);
  nvbench_selection selection = terms_.sides.selection;
  std::erase_if(selection.benchmarks,
                [&](const auto& benchmark) { return !needed.contains(benchmark.name); });
  shuffle(selection.benchmarks, random_);
  return selection;
}

nvbench_rounds::process_outcome nvbench_rounds::run(process which,
                                                    const nvbench_selection& selection) {
  const nvbench_sides& sides = terms_.sides;
  const double expected_s = which == head ? terms_.head_s : terms_.base_s;
  auto ending = run_nvbench(
      which == head ? sides.head : sides.base, selection, sides.terms,
      std::min(sides.process_limit_s, std::max(min_limit_s, limit_ratio * expected_s)), scratch_);
  card_seconds_ += ending.seconds;
  process_outcome outcome{.points = {}, .why = std::move(ending.why)};
  if (ending.result)
    for (auto& point : ending.result->points) {
      std::string key = point.key;
      outcome.points.emplace(std::move(key), std::move(point));
    }
  failures_[which] = ending.result ? 0 : failures_[which] + 1;
  return outcome;
}

round_pair nvbench_rounds::pair_of(const nvbench_subject& subject,
                                   const std::array<process_outcome, processes>& outcomes,
                                   const std::array<std::size_t, processes>& place) const {
  const process other = subject.role == point_role::candidate ? head : base_again;
  round_pair pair{.base_first = place[base] < place[other], .round = round_};
  for (const process which : {base, other}) {
    const char* name = which == head ? "head" : "base";
    const auto& outcome = outcomes[which];
    if (!outcome.why.empty()) {
      pair.discarded = fmt::format("the process of the {} {}", name, outcome.why);
      pair.permanent = failures_[which] >= max_failures;
      return pair;
    }
    const auto found = outcome.points.find(subject.point);
    if (found == outcome.points.end()) {
      pair.discarded = fmt::format("the {} did not run it in this round", name);
    } else if (found->second.skipped) {
      pair.discarded = fmt::format("skipped by the {}: {}", name, *found->second.skipped);
    } else if (found->second.samples_ns.empty()) {
      pair.discarded = fmt::format("nvbench accepted no sample of the {}", name);
    } else {
      (which == base ? pair.base : pair.head) = arm_of(found->second);
      continue;
    }
    return pair;
  }
  return pair;
}

std::vector<round_pair> nvbench_rounds::measure(const std::vector<std::size_t>& points) {
  const auto selection = selection_of(points);
  std::array<process_outcome, processes> outcomes;
  std::array<std::size_t, processes> place{};
  // Controls alone need no head, for example after it has failed for good.
  const bool needs_head = std::any_of(points.begin(), points.end(), [&](std::size_t point) {
    return subjects_.at(point).role == point_role::candidate;
  });
  std::size_t at = 0;
  for (const process which : next_order()) {
    place[which] = at++;
    if (which != head || needs_head) outcomes[which] = run(which, selection);
  }
  std::vector<round_pair> pairs;
  pairs.reserve(points.size());
  for (const std::size_t point : points) {
    pairs.push_back(pair_of(subjects_.at(point), outcomes, place));
    listener_(round_, subjects_[point], pairs.back());
  }
  ++round_;
  return pairs;
}

}  // namespace warpmark::gate
