#include <algorithm>

#include "tuning/strategies/moves.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

// The better of two drawn at random; the population is sorted by time.
const place& tournament(search_state& state, const std::vector<place>& population) {
  const auto a = state.random.below(population.size()), b = state.random.below(population.size());
  return population[std::min(a, b)];
}

// Each axis from either parent, then possibly mutated. A known config is mutated further, up to a
// limit.
config_index child_of(search_state& state, const place& one, const place& other) {
  const auto first = state.over.at(one.at), second = state.over.at(other.at);
  auto levels = first;
  for (std::size_t axis = 0; axis < levels.size(); ++axis) {
    if (state.random.chance(0.5)) levels[axis] = second[axis];
    if (state.random.chance(state.setting("mutation")))
      levels[axis] = static_cast<std::uint32_t>(state.random.below(state.over.axes()[axis].size()));
  }
  auto child = repaired(state, levels, first);
  for (int tries = 0; tries < 10 && state.asked_configs.contains(child); ++tries)
    child = random_neighbour(state, child, neighbourhood::any_value);
  return child;
}

void keep_fastest(std::vector<place>& population, std::size_t max_population) {
  std::stable_sort(population.begin(), population.end(), [](const place& a, const place& b) {
    return a.time != b.time ? a.time < b.time : a.at < b.at;
  });
  const auto again = std::unique(population.begin(), population.end(),
                                 [](const place& a, const place& b) { return a.at == b.at; });
  population.erase(again, population.end());
  population.resize(std::min(max_population, population.size()));
}

search genetic_run(search_state& state) {
  const auto size = state.count_setting("population");
  std::vector<config_index> generation = {next_start(state)};
  for (const auto index : state.draw(size - 1)) generation.push_back(index);
  std::vector<place> population;
  while (true) {
    const auto times = co_await state.measure(generation);
    for (std::size_t i = 0; i < generation.size(); ++i)
      population.push_back({generation[i], times[i]});
    keep_fastest(population, size);
    generation.clear();
    while (generation.size() < size)
      generation.push_back(
          child_of(state, tournament(state, population), tournament(state, population)));
  }
}

}  // namespace

strategy genetic() {
  return {.name = "genetic",
          .summary =
              "A population whose faster configs are crossed and mutated; the fastest of "
              "parents and children survive.",
          .source =
              "Holland, Adaptation in natural and artificial systems, 1975; the (mu + lambda) "
              "selection of evolution strategies",
          .hyper_parameters = {{"population", 20, 2, 1e4, "configs alive at a time"},
                               {"mutation", 0.1, 0, 1, "probability that an axis is redrawn"}},
          .run = genetic_run};
}

}  // namespace warpmark::tuning
