#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cli/tune/tuned_problem.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"

namespace warpmark {

/// How the problems of a tuning are searched, one after the other.
struct problem_search {
  tuning::race_options race_options = {};
  bool pilots = true;  ///< Whether the bases of large problems are tried at a small size before.

  /// Whether to search a problem at all.
  std::function<bool(const tuned_problem&)> may_begin = [](const auto&) { return true; };

  /// Told of what begins.
  std::function<void(const tuned_problem&)> begins = [](const auto&) {};
  std::function<void(std::size_t bases)> pilot_begins = [](std::size_t) {};
};

/// Sets `found` of every problem that is searched. Problems of one series follow one another, so
/// that each begins with what was good at the last, and a larger one leaves out what was far
/// behind. Throws tuning_error and tuning_interrupted.
void search_problems(std::vector<tuned_problem>& problems, const device_limits& limits,
                     tuning::evaluator& at, const problem_search& search);

/// What the finals are about: a contest for each problem that was searched, in their order.
std::vector<tuning::contest> contests_of(const std::vector<tuned_problem>& problems);

}  // namespace warpmark
