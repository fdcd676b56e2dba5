#include <algorithm>

#include "tuning/strategies/moves.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

place fastest(const std::vector<config_index>& configs, const std::vector<double>& times) {
  const auto fastest = std::min_element(times.begin(), times.end());
  return {configs[static_cast<std::size_t>(fastest - times.begin())], *fastest};
}

search multi_start_local_search_run(search_state& state) {
  const auto which = state.neighbourhood_setting();
  while (true) {
    std::vector<config_index> candidates = {next_start(state)};
    for (const auto index : state.draw(state.count_setting("candidates") - 1))
      candidates.push_back(index);
    std::vector<double> times = co_await state.measure(candidates);
    place here = fastest(candidates, times);
    // Descends to the fastest of all neighbours.
    while (true) {
      candidates = neighbours(state.over, state.over.at(here.at), which);
      if (candidates.empty()) break;
      times = co_await state.measure(candidates);
      const place next = fastest(candidates, times);
      if (next.time >= here.time) break;
      here = next;
    }
  }
}

}  // namespace

strategy multi_start_local_search() {
  return {.name = "multi_start_local_search",
          .summary =
              "Steps from the fastest of some random configs to the fastest neighbour, down to "
              "a local optimum; then restarts.",
          .source =
              "Martí, Resende and Ribeiro, Multi-start methods for combinatorial optimization, "
              "2013",
          .hyper_parameters = {{"any_value", 0, 0, 1,
                                "neighbours have any other value (1) or an adjacent one (0)"},
                               {"candidates", 8, 1, 1e6,
                                "random configs, of which the fastest is the start"}},
          .run = multi_start_local_search_run};
}

}  // namespace warpmark::tuning
