#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/journal/lines.hpp"
#include "bench/journal/objective.hpp"
#include "bench/space/config_choice.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"

namespace warpmark::tuning {

/// The variants that can solve one problem, and the result of the search among them.
struct tuned_problem {
  std::vector<config_choice> choices;
  std::optional<race_result> found = {};

  const problem& common_problem() const { return choices.front().problem; }

  /// "reduce[type=i32,n=1024,…]"
  std::string name() const;

  /// The problem without its size: problems that differ only in n are neighbours.
  std::string series() const;
};

/// Series by series, their sizes in the order of the choices.
std::vector<tuned_problem> by_problem(std::vector<config_choice> choices);

/// The total number of their configs on a device, an upper bound on evaluations.
config_index count_configs(const std::vector<config_choice>& choices, const device_limits& limits);

/// The journal's line for a tuned problem: event "tuned".
journal::json tuned_line(const tuned_problem& tuned_problem, const final_result& result,
                         journal::objective_kind objective = journal::objective_kind::time);

/// A ratio as the journal's lines have it; null for none.
journal::json json_of(const std::optional<speed_up>& ratio);

}  // namespace warpmark::tuning
