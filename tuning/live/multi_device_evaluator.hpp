#pragma once

#include <cstdint>
#include <functional>

#include "bench/journal/lines.hpp"
#include "bench/journal/objective.hpp"
#include "bench/workers/renewable_team.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// Measures in worker processes and passes every measurement on to the journal.
class multi_device_evaluator : public evaluator {
 public:
  struct hooks {
    /// Called with every line; measurements have their label under "tuning".
    std::function<void(const journal::json&)> append;
    std::function<bool()> interrupted;
    std::function<void(const trial&, const trial_label&)> measured;
  };

  /// `seed` determines the order of points, which differs in each call.
  multi_device_evaluator(workers::renewable_team::maker make, hooks to, std::uint64_t seed,
                         journal::objective_kind objective = journal::objective_kind::time);

  const std::vector<workers::worker_report>& reports() const { return team_.now().reports(); }

  std::vector<trial> measure(const std::vector<point>& points,
                             const measuring_options& measuring_options,
                             const trial_label& label) override;
  void expect(const std::vector<point>& likely) override { likely_ = likely; }
  void start_afresh() override { team_.start_afresh(); }

 private:
  hooks to_;
  std::uint64_t seed_;
  journal::objective_kind objective_;
  std::uint64_t calls_ = 0;
  std::vector<point> likely_;  ///< Points to compile while the next ones are measured.
  workers::renewable_team team_;
};

}  // namespace warpmark::tuning
