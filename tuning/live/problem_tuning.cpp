#include "tuning/live/problem_tuning.hpp"

#include <algorithm>

#include "tuning/live/across_sizes.hpp"
#include "tuning/live/problem_search.hpp"
#include "tuning/modelled/short_list.hpp"

namespace warpmark::tuning {
namespace {

constexpr double share_of_finals = 0.3;  // Of a budget of time.

void search_all(std::vector<tuned_problem>& problems, const device_limits& limits,
                evaluator& machine, const tuning_plan& plan, const tuning_listener& listener) {
  const auto may_begin = [&](const tuned_problem& tuned_problem) {
    const bool in_time = !plan.search_s || plan.now_s() <= *plan.search_s;
    if (!in_time) listener.left_out(tuned_problem.name());
    return in_time;
  };
  const auto begins = [&](const tuned_problem& tuned_problem) {
    listener.searching(tuned_problem.name(),
                       std::min<std::uint64_t>(plan.race.evaluations,
                                               count_configs(tuned_problem.choices, limits)));
  };
  const auto pilot_begins = [&](std::size_t bases) { listener.begins("small sizes first", bases); };
  search_problems(problems, limits, machine,
                  {.race_options = plan.race,
                   .pilots = plan.pilots,
                   .may_begin = may_begin,
                   .begins = begins,
                   .pilot_begins = pilot_begins});
}

std::vector<final_result> decide(const std::vector<tuned_problem>& problems, evaluator& machine,
                                 const finals_options& options, const tuning_listener& listener) {
  const auto contests = contests_of(problems);
  std::size_t runners = 0;
  for (const contest& contest : contests) runners += runners_of(contest);
  listener.begins("finals", runners * options.rounds);
  return finals(contests, machine, options);
}

std::set<std::uint64_t> cross(const std::vector<size_winner>& winners, const device_limits& limits,
                              evaluator& machine, const tuning_plan& plan,
                              const tuning_listener& listener) {
  auto across = plan_across(winners, plan.across_sizes->hold_out, limits);
  std::erase_if(across.points, [&](const point& point) { return !plan.across_sizes->has(point); });
  if (across.points.empty()) return across.held_out;
  listener.begins("across sizes", across.points.size());
  machine.measure(across.points, plan.finals.measuring, {.phase = "cross"});
  return across.held_out;
}

}  // namespace

std::optional<double> search_seconds(const tuning_budget& budget) {
  if (!budget.seconds) return std::nullopt;
  return *budget.seconds * (1 - share_of_finals);
}

tuning_outcome tune_problems(std::vector<tuned_problem>& problems, const device_limits& limits,
                             evaluator& machine, const tuning_plan& plan,
                             const std::function<void(const journal::json&)>& append,
                             const tuning_listener& listener) {
  search_all(problems, limits, machine, plan, listener);
  tuning_outcome outcome{.results = decide(problems, machine, plan.finals, listener)};
  std::vector<size_winner> winners;
  auto result = outcome.results.begin();
  for (const tuned_problem& problem : problems) {
    if (!problem.found) continue;
    outcome.lines.push_back(tuned_line(problem, *result, plan.objective));
    if (plan.short_list > 0)
      outcome.lines.back()["short_list"] = short_list_json(problem, plan.short_list);
    append(outcome.lines.back());
    winners.push_back({problem.series(), result->winner, result->base});
    ++result;
  }
  if (plan.across_sizes) outcome.held_out = cross(winners, limits, machine, plan, listener);
  return outcome;
}

}  // namespace warpmark::tuning
