#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"
#include "tuning/live/tuned_problem.hpp"
#include "tuning/live/tuning_listener.hpp"
#include "tuning/tune.hpp"

namespace warpmark::tuning {

/// Measurements across sizes, after the finals.
struct crossing {
  std::optional<std::vector<std::uint64_t>> hold_out = {};  ///< See plan_across.

  /// Whether there can be a time of this point.
  std::function<bool(const point&)> has = [](const point&) { return true; };
};

/// How problems are tuned.
struct tuning_plan {
  journal::objective_kind objective = journal::objective_kind::time;
  race_options race;
  finals_options finals;
  bool pilots = true;                   ///< See problem_search.
  std::optional<double> search_s = {};  ///< No search begins later than this.
  std::function<double()> now_s = {};   ///< The clock of search_s; needed with it only.
  /// Configs to list in each line of event "tuned", as of list_fastest: for modelled times; 0:
  /// none.
  std::size_t short_list = 0;
  std::optional<crossing> across_sizes = {};  ///< What a profile needs; nothing: no profile.
};

struct tuning_outcome {
  std::vector<final_result> results;  ///< One per searched problem, in their order.
  std::vector<journal::json> lines;   ///< Their lines of event "tuned".
  std::set<std::uint64_t> held_out;   ///< See across_sizes.
};

/// The search's part of a budget of time; the rest is for finals. Nothing without such a budget.
std::optional<double> search_seconds(const tuning_budget& budget);

/// Searches the problems, measures the finalists in finals, and winners at other sizes if the plan
/// says so. Sets `found` of every searched problem. `append` gets the lines of event "tuned"; those
/// of measurements come from the evaluator. Throws tuning_error and tuning_interrupted.
tuning_outcome tune_problems(std::vector<tuned_problem>& problems, const device_limits& limits,
                             evaluator& machine, const tuning_plan& plan,
                             const std::function<void(const journal::json&)>& append,
                             const tuning_listener& listener = {});

}  // namespace warpmark::tuning
