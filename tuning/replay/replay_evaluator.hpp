#pragma once

#include <functional>

#include "tuning/live/evaluator.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark::tuning {

/// Serves trials from a record. Points that it lacks are skipped, which a search takes for configs
/// that do not run. Nothing is measured: each fresh start finds the same rounds.
class replay_evaluator : public evaluator {
 public:
  /// `append` hears of every line for a journal, with its label under "tuning".
  replay_evaluator(const recorded_points& recorded_points,
                   std::function<void(const journal::json&)> append = {})
      : record_(recorded_points), append_(std::move(append)) {}

  std::vector<trial> measure(const std::vector<point>& points,
                             const measuring_options& measuring_options,
                             const trial_label& label) override;
  void start_afresh() override {}

  /// Points asked for that the record lacks, each as often as it was asked for.
  std::size_t missing() const { return missing_; }

 private:
  const recorded_points& record_;
  std::function<void(const journal::json&)> append_;
  std::size_t missing_ = 0;
};

/// The line of a point that a record lacks: skipped, with that reason.
journal::json missing_line(const point& point, const recorded_points& record);

}  // namespace warpmark::tuning
