#pragma once

#include <functional>

#include "bench/journal/objective.hpp"
#include "tuning/live/evaluator.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark::tuning {

/// Returns trials from a record. Missing points are skipped, which a search treats as configs that
/// do not run. Each fresh start returns the same rounds.
class replay_evaluator : public evaluator {
 public:
  /// `append` is called with every line for a journal, with its label under "tuning".
  replay_evaluator(const recorded_points& recorded_points,
                   std::function<void(const journal::json&)> append = {},
                   journal::objective_kind objective = journal::objective_kind::time)
      : record_(recorded_points), append_(std::move(append)), objective_(objective) {}

  std::vector<trial> measure(const std::vector<point>& points,
                             const measuring_options& measuring_options,
                             const trial_label& label) override;
  void start_afresh() override {}

  /// The number of requests for points that the record lacks.
  std::size_t missing() const { return missing_; }

 private:
  const recorded_points& record_;
  std::function<void(const journal::json&)> append_;
  journal::objective_kind objective_;
  std::size_t missing_ = 0;
};

/// The line of a missing point: skipped, with that reason.
journal::json missing_line(const point& point, const recorded_points& record);

}  // namespace warpmark::tuning
