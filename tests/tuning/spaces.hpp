#pragma once

#include "tests/space/small_spaces.hpp"
#include "tuning/spaces.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning::testing {

/// The spaces that tests of bench/space/ search are those of the tests here.
using namespace spaces::testing;

inline std::vector<std::string> strategy_names() {
  std::vector<std::string> result;
  for (const auto& strategy : all_strategies()) result.push_back(strategy.name);
  return result;
}

inline constexpr auto name_of_strategy = [](const auto& tested) { return tested.param; };

}  // namespace warpmark::tuning::testing
