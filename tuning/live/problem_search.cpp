#include "tuning/live/problem_search.hpp"

#include "tuning/live/pilot.hpp"

namespace warpmark::tuning {

void search_problems(std::vector<tuned_problem>& problems, const device_limits& limits,
                     evaluator& at, const problem_search& search) {
  race_options race_options = search.race_options;
  std::vector<point> neighbours;
  const tuned_problem* last = nullptr;
  for (tuned_problem& each : problems) {
    const bool follows = last != nullptr && each.series() == last->series();
    const bool grows =
        follows && each.common_problem().integer("n") >= last->common_problem().integer("n");
    last = &each;
    if (!follows) neighbours.clear();
    if (!grows) race_options.left_out.clear();
    if (!search.may_begin(each)) continue;
    if (!grows && search.pilots && is_worth_a_pilot(each.choices)) {
      search.pilot_begins(each.choices.size());
      race_options.left_out = far_behind_when_small(each.choices, limits, at, race_options);
    }
    search.begins(each);
    each.found = race(each.choices, neighbours, limits, at, race_options);
    neighbours = each.found->finalists;
    race_options.left_out = each.found->far_behind;
  }
}

std::vector<contest> contests_of(const std::vector<tuned_problem>& problems) {
  std::vector<contest> contests;
  for (const auto& each : problems)
    if (each.found)
      contests.push_back({.finalists = each.found->finalists,
                          .bases = each.found->bases,
                          .library = each.found->library});
  return contests;
}

}  // namespace warpmark::tuning
