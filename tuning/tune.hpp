#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>

#include "tuning/spaces.hpp"
#include "tuning/strategies/outcome.hpp"
#include "tuning/strategies/searcher.hpp"

namespace warpmark::tuning {

/// When a tuning ends, unless the space is exhausted before. tune() needs one of them; where a
/// command names none, its tuning sets the default number of evaluations.
struct tuning_budget {
  std::optional<std::size_t> evaluations = {};
  std::optional<double> seconds = {};  ///< Measuring time, by outcome::cost_s.
};

/// A measured config.
struct evaluation {
  std::size_t number;  ///< From 1.
  config_index config;
  outcome result;
  std::optional<double> best_time;  ///< The best of all so far.
};

struct tuning_result {
  config_index best;
  double best_time;
  std::optional<double> base_time;  ///< Set if the space has a base.
  std::size_t evaluations = 0;
  double seconds = 0;      ///< Total measuring time.
  bool exhausted = false;  ///< Every config of the space was measured.

  /// The base's time over the best time.
  std::optional<double> gain() const {
    return base_time ? std::optional(*base_time / best_time) : std::nullopt;
  }
};

/// The tuned object: `measure` evaluates a config, `seen` is called with each evaluation. The base,
/// if there is one, is the first evaluation.
struct tuning_task {
  std::string name;  ///< For messages.
  const space& configs;
  std::optional<config_index> base = {};
  std::map<config_index, double> expected_times = {};  ///< See search_options.
  std::function<outcome(config_index)> measure;
  std::function<void(const evaluation&)> seen = [](const evaluation&) {};
};

/// Minimises the time over the space. Throws tuning_error if the base fails, nothing runs, or the
/// objective is zero, NaN or constant (objective_guard).
tuning_result tune(const tuning_task& task, const strategy& by, std::uint64_t seed,
                   const std::map<std::string, double>& settings, const tuning_budget& budget);

/// The default strategy for a space and a budget: all configs if the budget suffices; else a model,
/// which is effective from the first evaluations; a local search for more than 2000 evaluations.
const strategy& default_strategy(const space& over, const tuning_budget& budget);

}  // namespace warpmark::tuning
