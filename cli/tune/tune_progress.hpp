#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "tuning/live/evaluator.hpp"

namespace warpmark {

/// How far a tuning is and how long it will still take, from what it is told; it has no clock.
class tune_progress {
 public:
  /// `problems`: how many are searched. `search_s`: when the search ends at the latest.
  explicit tune_progress(std::size_t problems, std::optional<double> search_s = {})
      : problems_(problems), search_s_(search_s) {}

  /// The search of the next problem begins, of at most so many evaluations.
  void begin_search(const std::string& problem, std::size_t evaluations, double now_s);

  /// What comes now is so many measurements at most.
  void begin(const std::string& what, std::size_t measurements, double now_s);

  void saw(const tuning::trial& came, const tuning::trial_label& label);

  /// One line. Of a search: which problem, evaluations of its budget, the best and its gain over
  /// its variant's base, both so far and without libraries. Time left is that of the search, or of
  /// what began last.
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
  std::size_t number_ = 0;  // Of the problem that is searched, from 1 on.
  std::string what_;
  bool searching_ = false;
  double begun_s_ = 0;         // The search of all problems, or what is not search.
  std::size_t done_ = 0;       // Since then.
  std::size_t done_here_ = 0;  // Of these, of this problem.
  std::size_t max_here_ = 0;
  std::size_t round_ = 0;
  std::optional<leader> best_;
  std::map<const variant*, double> bases_ns_;
};

}  // namespace warpmark
