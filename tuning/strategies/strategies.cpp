#include "tuning/strategies/strategies.hpp"

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"

namespace warpmark::tuning {

std::span<const strategy> all_strategies() {
  static const std::vector<strategy> all = {
      exhaustive(), random_search(),       greedy_local_search(),    multi_start_local_search(),
      genetic(),    simulated_annealing(), differential_evolution(), model_based()};
  return all;
}

const strategy& find_strategy(std::string_view name) {
  std::vector<std::string> names;
  for (const auto& strategy : all_strategies()) {
    if (strategy.name == name) return strategy;
    names.push_back(strategy.name);
  }
  throw usage_error(
      fmt::format("unknown strategy '{}'{}", name, did_you_mean(std::string(name), names)));
}

}  // namespace warpmark::tuning
