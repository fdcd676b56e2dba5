#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "bench/journal/objective.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark {

/// The progress and remaining time of a tuning. It has no clock; callers pass the time.
class tune_progress {
 public:
  /// `problems`: the number of searches. `search_s`: the latest end of the search.
  explicit tune_progress(std::size_t problems, std::optional<double> search_s = {},
                         journal::objective_kind objective = journal::objective_kind::time)
      : problems_(problems), search_s_(search_s), objective_(objective) {}

  /// Begins the search of the next problem, with at most this many evaluations.
  void begin_search(const std::string& problem, std::size_t evaluations, double now_s);

  /// Begins another activity, with at most this many measurements.
  void begin(const std::string& activity, std::size_t measurements, double now_s);

  void saw(const tuning::trial& came, const tuning::trial_label& label);

  /// One line. For a search: the problem, evaluations of its budget, the best so far and its gain
  /// over its variant's base, both without libraries. The time left is that of the search or of the
  /// current activity.
  std::string text(double now_s) const;

 private:
  std::string search_text(double now_s) const;
  std::string best_text() const;

  struct leader {
    const warpmark::variant* variant;
    double time_ns;
  };

  std::size_t problems_;
  std::optional<double> search_s_;
  journal::objective_kind objective_;
  std::size_t number_ = 0;  // The current problem, from 1.
  std::string what_;
  bool searching_ = false;
  double begun_s_ = 0;         // Start of the search of all problems, or of another activity.
  std::size_t done_ = 0;       // Since then.
  std::size_t done_here_ = 0;  // Of these, those of the current problem.
  std::size_t max_here_ = 0;
  std::size_t round_ = 0;
  std::optional<leader> best_;
  std::map<const variant*, double> bases_ns_;
};

}  // namespace warpmark
