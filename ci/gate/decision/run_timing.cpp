#include "ci/gate/decision/run_timing.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/statistics/philox.hpp"
#include "ci/gate/decision/controls.hpp"
#include "ci/gate/decision/pair_faults.hpp"
#include "ci/gate/decision/verdicts.hpp"

namespace warpmark::gate {
namespace {

using indices = std::vector<std::size_t>;

constexpr int max_repeats = 2;
constexpr std::uint64_t stream_of_choices = 2;  // A source may draw from the same seed.

/// Measures rounds into a record, and repeats faulty pairs.
class round_taker {
 public:
  round_taker(round_source& source, timing_record& record, indices controls, double budget_s)
      : source_(source), record_(record), controls_(std::move(controls)), budget_s_(budget_s) {}

  std::size_t next_round() const { return next_round_; }

  /// Whether all rounds were begun within the budget.
  bool take(const indices& points, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
      if (budget_is_spent()) return false;
      indices faulty = take_round(without_permanent_failures(points));
      for (int repeat = 0; repeat < max_repeats && !faulty.empty(); ++repeat)
        faulty = repeated(faulty);
    }
    return true;
  }

 private:
  bool budget_is_spent() const {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began_;
    return budget_s_ > 0 && spent.count() > budget_s_;
  }

  // A side that is wrong or does not run would cost one process per round.
  indices without_permanent_failures(indices points) const {
    std::erase_if(points, [&](std::size_t point) {
      const auto& rounds = record_.points[point].rounds;
      return !rounds.empty() && rounds.back().permanent;
    });
    return points;
  }

  // Returns those of `points` whose pairs were discarded.
  indices take_round(const indices& points) {
    std::vector<round_pair> pairs = source_.measure(points);
    if (pairs.size() != points.size())
      throw std::logic_error(
          fmt::format("a round of {} points gave {} pairs", points.size(), pairs.size()));
    indices faulty;
    for (std::size_t i = 0; i < points.size(); ++i) {
      round_pair& pair = pairs[i];
      pair.round = next_round_;
      if (pair.discarded.empty()) pair.discarded = pair_fault(pair);
      if (!pair.discarded.empty() && !pair.permanent) faulty.push_back(points[i]);
      record_.points[points[i]].rounds.push_back(std::move(pair));
    }
    ++next_round_;
    return faulty;
  }

  // The controls are repeated too, since the repeat runs in its own processes.
  indices repeated(const indices& faulty) {
    const std::set<std::size_t> selected(faulty.begin(), faulty.end());
    std::set<std::size_t> together = selected;
    together.insert(controls_.begin(), controls_.end());
    indices still = take_round({together.begin(), together.end()});
    std::erase_if(still, [&](std::size_t point) { return !selected.contains(point); });
    return still;
  }

  round_source& source_;
  timing_record& record_;
  indices controls_;
  double budget_s_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::size_t next_round_ = 0;
};

indices with_role(const std::vector<timed_point>& points, point_role role) {
  indices found;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].role == role) found.push_back(i);
  return found;
}

// `count` of them, or all.
indices some_of(indices from, std::size_t count, statistics::random_stream& random) {
  count = std::min(count, from.size());
  for (std::size_t i = 0; i < count; ++i)
    std::swap(from[i], from[i + random.below(from.size() - i)]);
  from.resize(count);
  return from;
}

indices chosen_controls(const std::vector<timed_point>& points, statistics::random_stream& random) {
  indices chosen = with_role(points, point_role::calibrator);
  if (chosen.size() > max_controls) return some_of(std::move(chosen), max_controls, random);
  const indices negative = some_of(with_role(points, point_role::negative_control),
                                   max_controls - chosen.size(), random);
  chosen.insert(chosen.end(), negative.begin(), negative.end());
  return chosen;
}

// The points of stage 2: all flagged points, some other candidates, the positive controls.
indices chosen_to_confirm(const timing_record& record, const gate_settings& settings,
                          statistics::random_stream& random) {
  const std::vector<bool> flagged = flagged_by_screen(record, settings);
  indices chosen = with_role(record.points, point_role::positive_control);
  indices others;
  for (std::size_t i = 0; i < flagged.size(); ++i) {
    const point_role role = record.points[i].role;
    if (role == point_role::positive_control) continue;
    if (flagged[i])
      chosen.push_back(i);
    else if (role == point_role::candidate)
      others.push_back(i);
  }
  const indices random_ones = some_of(std::move(others), settings.timing.random_confirmed, random);
  chosen.insert(chosen.end(), random_ones.begin(), random_ones.end());
  return chosen;
}

// The points that the first fresh rounds did not decide: candidates, and a missed positive control.
indices still_undecided(const timing_record& record, const gate_settings& settings) {
  const auto all = gather_evidence(record, settings);
  const std::size_t confirmed = confirmed_candidates(all);
  t_table table;
  indices undecided;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const point_evidence& point_evidence = all[i];
    if (!point_evidence.confirmed || is_equal_control(*point_evidence.point)) continue;
    const bool decided = point_evidence.point->role == point_role::positive_control
                             ? is_found(point_evidence, confirmed, settings.timing.alpha)
                             : judge(point_evidence, confirmed, settings.timing, table).outcome !=
                                   verdict::inconclusive;
    if (!decided) undecided.push_back(i);
  }
  return undecided;
}

void require_sense(const std::vector<timed_point>& points, const gate_settings& settings) {
  if (settings.timing.screen_rounds < 3)
    throw usage_error(
        fmt::format("screen_rounds = {}; expected 3 or more", settings.timing.screen_rounds));
  if (settings.timing.confirm_rounds < 6)
    throw usage_error(
        fmt::format("confirm_rounds = {}; expected 6 or more: fewer have no "
                    "interval of 95 %",
                    settings.timing.confirm_rounds));
  for (const timed_point& point : points)
    if (!point.rounds.empty())
      throw std::logic_error("a point to be measured has rounds: " + point.key);
}

}  // namespace

timing_run run_timing(round_source& source, std::vector<timed_point> points,
                      const gate_settings& settings, std::uint64_t seed) {
  require_sense(points, settings);
  const timing_settings& timing = settings.timing;
  statistics::random_stream random(seed, stream_of_choices);
  timing_run run;
  run.record.points = std::move(points);
  const indices controls = chosen_controls(run.record.points, random);
  round_taker rounds(source, run.record, controls, timing.budget_s);

  indices all(run.record.points.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  bool in_budget = rounds.take(all, timing.screen_rounds);
  run.record.first_confirming = rounds.next_round();

  const indices chosen = chosen_to_confirm(run.record, settings, random);
  std::set<std::size_t> confirmed(chosen.begin(), chosen.end());
  const std::size_t count = rounds_to_confirm(timing.confirm_rounds, chosen.size(), timing.alpha);
  confirmed.insert(controls.begin(), controls.end());
  // Controls alone confirm nothing.
  if (!chosen.empty())
    in_budget = in_budget && rounds.take({confirmed.begin(), confirmed.end()}, count);
  run.record.first_extending = rounds.next_round();

  const indices undecided = still_undecided(run.record, settings);
  std::set<std::size_t> extended(undecided.begin(), undecided.end());
  if (!extended.empty()) {
    extended.insert(controls.begin(), controls.end());
    in_budget = in_budget && rounds.take({extended.begin(), extended.end()}, count);
  }

  run.outcome = decide(run.record, settings);
  if (!in_budget)
    run.outcome.warnings.push_back(
        fmt::format("the budget of {:.3g} s ended before the last round; {} were measured",
                    timing.budget_s, rounds.next_round()));
  return run;
}

}  // namespace warpmark::gate
