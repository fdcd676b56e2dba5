#pragma once

#include <span>
#include <string_view>

#include "tuning/strategies/strategy.hpp"

namespace warpmark::tuning {

// One file each.
strategy exhaustive();
strategy random_search();
strategy greedy_local_search();
strategy multi_start_local_search();
strategy genetic();
strategy simulated_annealing();
strategy differential_evolution();
strategy model_based();

/// All of them, in the order of listings.
std::span<const strategy> all_strategies();

/// Throws usage_error with the most similar name if there is none.
const strategy& find_strategy(std::string_view name);

}  // namespace warpmark::tuning
