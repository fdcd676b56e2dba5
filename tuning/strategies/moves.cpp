#include "tuning/strategies/moves.hpp"

#include <numeric>

namespace warpmark::tuning {

config_index random_neighbour(search_state& state, config_index config,
                              neighbourhood neighbourhood) {
  const auto near = neighbours(state.over, state.over.at(config), neighbourhood);
  return near.empty() ? config : near[state.random.below(near.size())];
}

config_index kicked(search_state& state, config_index config, std::size_t axes) {
  for (std::size_t kick = 0; kick < axes; ++kick) {
    const auto axis = state.random.below(state.over.axes().size());
    const auto others =
        neighbours_along(state.over, state.over.at(config), axis, neighbourhood::any_value);
    if (!others.empty()) config = others[state.random.below(others.size())];
  }
  return config;
}

config_index repaired(search_state& state, level_tuple levels, const level_tuple& allowed) {
  std::vector<std::size_t> order(levels.size());
  std::iota(order.begin(), order.end(), 0);
  state.random.shuffle(order);
  auto index = state.over.index_of(levels);
  for (auto axis = order.begin(); !index && axis != order.end(); ++axis) {
    if (levels[*axis] == allowed[*axis]) continue;
    levels[*axis] = allowed[*axis];
    index = state.over.index_of(levels);
  }
  return index.value();
}

config_index next_start(search_state& state) {
  if (!state.start) return state.draw();
  const auto start = *state.start;
  state.start.reset();
  return start;
}

}  // namespace warpmark::tuning
