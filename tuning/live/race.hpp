#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tuning/live/evaluator.hpp"
#include "tuning/live/variant_search.hpp"

namespace warpmark::tuning {

struct race_options {
  tuning::search_method search_method = {};
  std::size_t evaluations = 240;     ///< At most, of one problem; of every variant's base anyway.
  measuring_options measuring = {};  ///< The run's: caches, and the most effort.
  double margin = 0.01;              ///< Times that differ by less count as equal.
  std::size_t max_finalists = 5;
  std::size_t max_first = 4;    ///< Of the points to begin with.
  std::size_t first_stage = 0;  ///< To begin with: a later one searches near the front alone.
  std::set<const variant*> left_out = {};  ///< Not even their bases are tried.
  std::string phase = "search";            ///< What the journal calls it.
};

/// What the search for the best config of one problem came to.
struct race_result {
  std::vector<trial> trials;     ///< All, in the order in which they came.
  std::vector<point> finalists;  ///< The fastest first, at least one …
  std::vector<point> bases;  ///< … the defaults of their variants, of those that ran rightly …
  std::optional<point> library;  ///< … and the fastest of the libraries', which is not in the race.
  std::set<const variant*> far_behind = {};  ///< So far that a larger problem need not try them.
  std::uint64_t configs = 0;                 ///< Of all variants together.
  double busy_s = 0;                         ///< Of the machine.
};

/// Looks for the fastest point of one problem among several variants.
///
/// Effort follows doubt. A config is sampled until it is as precise as asked, or until it is surely
/// slower than the best so far, which of most shows in five samples or in the first execution
/// alone. The variants race: all begin with their base and go on in stages, and at each stage those
/// whose best is further behind than the stage allows drop out (successive rejects; J.-Y. Audibert
/// et al., Best Arm Identification in Multi-Armed Bandits, COLT 2010), so that most evaluations go
/// to the few that are near the front. It ends with the budget, or when stages bring nothing more.
///
/// `choices`: of one problem. `first`: points to begin with, such as the winners of a neighbouring
/// size; those that are no points of these spaces are passed over. Throws tuning_error if nothing
/// runs rightly.
race_result race(std::span<const config_choice> choices, const std::vector<point>& first,
                 const device_limits& limits, evaluator& at, const race_options& options);

/// Whether a variant is a library's, which is no candidate but what candidates are compared with.
bool is_library(const variant& each);

}  // namespace warpmark::tuning
