#include <algorithm>
#include <cmath>

#include "tuning/strategies/moves.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// Three members drawn at random; small populations may lack three distinct ones.
struct donors {
  level_tuple base, from, to;
};

donors draw_donors(search_state& state, const std::vector<place>& population) {
  const auto one = [&] {
    return state.over.at(population[state.random.below(population.size())].at);
  };
  auto base = one();
  auto from = one();
  return {std::move(base), std::move(from), one()};
}

// rand/1/bin: a member plus a multiple of the difference of two others, on some of the axes, as
// levels. On an axis of names a difference only means inequality.
config_index trial_of(search_state& state, const std::vector<place>& population,
                      const level_tuple& target) {
  const donors by = draw_donors(state, population);
  level_tuple trial = target;
  const auto always = state.random.below(target.size());
  for (std::size_t axis = 0; axis < target.size(); ++axis) {
    if (axis != always && !state.random.chance(state.setting("crossover"))) continue;
    const double moved = by.base[axis] + state.setting("weight") *
                                             (static_cast<double>(by.to[axis]) - by.from[axis]);
    const auto last = static_cast<double>(state.over.axes()[axis].size() - 1);
    trial[axis] = static_cast<std::uint32_t>(std::clamp(std::round(moved), 0.0, last));
  }
  auto index = repaired(state, trial, target);
  for (int tries = 0; tries < 10 && state.asked_configs.contains(index); ++tries)
    index = random_neighbour(state, index, neighbourhood::any_value);
  return index;
}

search differential_evolution_run(search_state& state) {
  std::vector<config_index> trials = {next_start(state)};
  for (const auto index : state.draw(state.count_setting("population") - 1))
    trials.push_back(index);
  std::vector<double> times = co_await state.measure(trials);
  std::vector<place> population;
  for (std::size_t i = 0; i < trials.size(); ++i) population.push_back({trials[i], times[i]});
  while (true) {
    trials.clear();
    for (const auto& member : population)
      trials.push_back(trial_of(state, population, state.over.at(member.at)));
    times = co_await state.measure(trials);
    for (std::size_t i = 0; i < trials.size(); ++i)
      if (times[i] <= population[i].time) population[i] = {trials[i], times[i]};
  }
}

}  // namespace

strategy differential_evolution() {
  return {.name = "differential_evolution",
          .summary = "A population that moves by differences between its members, per axis.",
          .source = "Storn and Price, Differential evolution, 1997 (rand/1/bin)",
          .hyper_parameters = {{"population", 20, 4, 1e4, "configs alive at a time"},
                               {"weight", 0.8, 0, 2, "multiple of the difference that is added"},
                               {"crossover", 0.7, 0, 1, "probability that an axis is changed"}},
          .run = differential_evolution_run};
}

}  // namespace warpmark::tuning
