#include "tuning/live/problem_search.hpp"

#include "tuning/live/pilot.hpp"

namespace warpmark::tuning {

void search_problems(std::vector<tuned_problem>& problems, const device_limits& limits,
                     evaluator& machine, const problem_search& search) {
  race_options race_options = search.race_options;
  std::vector<point> neighbours;
  const tuned_problem* last = nullptr;
  for (tuned_problem& problem : problems) {
    const bool follows = last != nullptr && problem.series() == last->series();
    const bool grows =
        follows && problem.common_problem().integer("n") >= last->common_problem().integer("n");
    last = &problem;
    if (!follows) neighbours.clear();
    if (!grows) race_options.left_out.clear();
    if (!search.may_begin(problem)) continue;
    if (!grows && search.pilots && is_worth_a_pilot(problem.choices)) {
      search.pilot_begins(problem.choices.size());
      race_options.left_out = far_behind_when_small(problem.choices, limits, machine, race_options);
    }
    search.begins(problem);
    problem.found = race(problem.choices, neighbours, limits, machine, race_options);
    neighbours = problem.found->finalists;
    race_options.left_out = problem.found->far_behind;
  }
}

std::vector<contest> contests_of(const std::vector<tuned_problem>& problems) {
  std::vector<contest> contests;
  for (const auto& problem : problems)
    if (problem.found)
      contests.push_back({.finalists = problem.found->finalists,
                          .bases = problem.found->bases,
                          .library = problem.found->library});
  return contests;
}

}  // namespace warpmark::tuning
