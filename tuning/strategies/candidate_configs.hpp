#pragma once

#include <vector>

#include "tuning/strategies/search_state.hpp"

namespace warpmark::tuning {

/// Configs not requested yet, each equally likely; all that are left if those are no more than
/// `max_count`.
std::vector<config_index> random_candidates(search_state& state, std::size_t max_count);

/// Configs near a good one: any other value on one axis, or the value before or after on each of
/// two ordered axes. At most `max_count`, at random if there are more.
std::vector<config_index> candidates_near(search_state& state, config_index good,
                                          std::size_t max_count);

}  // namespace warpmark::tuning
