#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"
#include "tuning/live/tuned_problem.hpp"

namespace warpmark::tuning {

/// Settings for searching the problems of a tuning, one after the other.
struct problem_search {
  tuning::race_options race_options = {};
  bool pilots = true;  ///< Whether to try the bases of large problems at a small size first.

  /// Whether to search a problem at all.
  std::function<bool(const tuned_problem&)> may_begin = [](const auto&) { return true; };

  /// Called before each problem.
  std::function<void(const tuned_problem&)> begins = [](const auto&) {};
  std::function<void(std::size_t bases)> pilot_begins = [](std::size_t) {};
};

/// Sets `found` of every searched problem. Problems of one series are consecutive, so that each
/// begins with the best configs of the previous one, and larger ones leave out variants that were
/// far slower. Throws tuning_error and tuning_interrupted.
void search_problems(std::vector<tuned_problem>& problems, const device_limits& limits,
                     evaluator& machine, const problem_search& search);

/// The contests of the finals: one per searched problem, in their order.
std::vector<contest> contests_of(const std::vector<tuned_problem>& problems);

}  // namespace warpmark::tuning
