#pragma once

#include "tuning/strategies/search_state.hpp"

namespace warpmark::tuning {

/// A config with its time.
struct place {
  config_index at = 0;
  double time = 0;
};

/// A random neighbour, each equally likely; the config itself if it has none.
config_index random_neighbour(search_state& state, config_index config,
                              neighbourhood neighbourhood);

/// `config` with new values on `axes` random axes, as far as constraints allow any.
config_index kicked(search_state& state, config_index config, std::size_t axes);

/// `levels` if they are allowed; else with more and more of their axes, in random order, set back
/// to the levels of `allowed`, until they are.
config_index repaired(search_state& state, level_tuple levels, const level_tuple& allowed);

/// The starting point of a local search: `start` the first time, if there is one, then random
/// configs.
config_index next_start(search_state& state);

}  // namespace warpmark::tuning
