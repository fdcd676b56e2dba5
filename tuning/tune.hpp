#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "tuning/spaces.hpp"
#include "tuning/strategies/outcome.hpp"
#include "tuning/strategies/searcher.hpp"

namespace warpmark::tuning {

/// When a tuning ends, if the space does not end before. At least one of them must be there.
struct tuning_budget {
  std::optional<std::size_t> evaluations = {};
  std::optional<double> seconds = {};  ///< Of measuring, as outcomes state it (outcome::cost_s).
};

/// A config that was measured.
struct evaluation {
  std::size_t number;  ///< From 1 on.
  config_index config;
  outcome result;
  std::optional<double> best_time;  ///< Of all so far.
};

struct tuning_result {
  config_index best;
  double best_time;
  std::optional<double> base_time;  ///< Where the space has a base.
  std::size_t evaluations = 0;
  double seconds = 0;      ///< That measuring took.
  bool exhausted = false;  ///< Every config of the space was measured.

  /// Time of the base over that of the best.
  std::optional<double> gain() const {
    return base_time ? std::optional(*base_time / best_time) : std::nullopt;
  }
};

/// What is tuned: `measure` gives a config its outcome, `seen` hears of each. The base, if there is
/// one, is the first evaluation.
struct tuning_task {
  std::string name;  ///< For messages.
  const space& configs;
  std::optional<config_index> base = {};
  std::function<outcome(config_index)> measure;
  std::function<void(const evaluation&)> seen = [](const evaluation&) {};
};

/// Minimises the time over the space. Throws tuning_error if the base fails, nothing runs, or the
/// objective is zero, no number or constant (objective_guard).
tuning_result tune(const tuning_task& task, const strategy& by, std::uint64_t seed,
                   const std::map<std::string, double>& settings, const tuning_budget& budget);

/// The strategy for a space and a budget where nobody asks for one: all configs if the budget has
/// room for them; else a model, which is good from the first evaluations on; a local search for
/// more than 2000 evaluations.
const strategy& default_strategy(const space& over, const tuning_budget& budget);

}  // namespace warpmark::tuning
