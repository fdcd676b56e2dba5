#pragma once

#include <cstddef>
#include <cstdint>
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
  std::size_t evaluations =
      240;  ///< At most, per problem; every variant's base is always evaluated.
  /// Warp instructions to interpret at most, per problem, where that is what costs time; 0: any
  /// number. The result does not depend on the host, as it would with a limit of seconds.
  std::uint64_t interpreted_instructions = 0;
  measuring_options measuring = {};  ///< The run's options: cache state and maximum effort.
  double margin = 0.01;              ///< Times that differ by less count as equal.
  std::size_t max_finalists = 5;
  std::size_t max_first = 4;  ///< Of the initial points.
  std::size_t first_stage =
      0;  ///< The first stage; a later one searches only variants near the fastest.
  std::set<const variant*> left_out = {};  ///< Not even their bases are tried.
  std::string phase = "search";            ///< Its name in the journal.
};

/// The result of the search for the best config of one problem.
struct race_result {
  std::vector<trial> trials;     ///< All trials, in order.
  std::vector<point> finalists;  ///< The fastest first, at least one …
  std::vector<point> bases;      ///< … the defaults of their variants, if they ran correctly …
  std::optional<point>
      library;  ///< … and the fastest library variant, which does not take part in the race.
  std::set<const variant*> far_behind = {};  ///< Variants that a larger problem need not try.
  std::uint64_t configs = 0;                 ///< Number of configs of all variants.
  double busy_s = 0;                         ///< Execution time on the machine.
};

/// Searches for the fastest point of one problem among several variants.
///
/// A config is sampled until it has the requested precision, or until it is clearly slower than the
/// best so far, which for most takes five samples or only the first execution. The variants race:
/// all begin with their base and continue in stages, and each stage eliminates those whose best
/// exceeds the stage's ratio to the fastest (successive rejects; J.-Y. Audibert et al., Best Arm
/// Identification in Multi-Armed Bandits, COLT 2010), so that most evaluations go to the few
/// fastest variants. The race ends with the budget, or when stages bring no progress.
///
/// `choices`: for one problem. `first`: initial points, such as the winners of a neighbouring size;
/// points outside of these spaces are ignored. Throws tuning_error if nothing runs correctly.
race_result race(std::span<const config_choice> choices, const std::vector<point>& first,
                 const device_limits& limits, evaluator& machine, const race_options& options);

/// Whether a variant belongs to a library: a comparison, not a candidate.
bool is_library(const variant& variant);

}  // namespace warpmark::tuning
