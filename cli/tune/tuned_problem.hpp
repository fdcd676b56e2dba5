#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "bench/journal/lines.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"

namespace warpmark {

/// The variants that can solve one problem, and the result of the search among them.
struct tuned_problem {
  std::vector<config_choice> choices;
  std::optional<tuning::race_result> found = {};

  const problem& common_problem() const { return choices.front().problem; }

  /// "reduce[type=i32,n=1024,…]"
  std::string name() const;

  /// The problem without its size: problems that differ only in n are neighbours.
  std::string series() const;
};

/// Series by series, their sizes in the order of the choices.
std::vector<tuned_problem> by_problem(std::vector<config_choice> choices);

/// The total number of their configs on a device, an upper bound on evaluations.
tuning::config_index count_configs(const std::vector<config_choice>& choices,
                                   const device_limits& limits);

/// Prints the number of configs per variant, and the reasons for excluded ones.
void print_spaces(const std::vector<tuned_problem>& problems, const device_limits& limits,
                  bool as_json);

/// The journal's line for a tuned problem: event "tuned".
journal::json tuned_line(const tuned_problem& tuned_problem, const tuning::final_result& came);

/// The same as a table row, under tuned_header.
std::vector<std::string> row_of(const tuned_problem& tuned_problem,
                                const tuning::final_result& came);
extern const std::vector<std::string> tuned_header;

/// One bar per line: speed relative to the library if there is one, else to the base.
std::string chart_of_gains(const std::vector<journal::json>& lines);

/// "1.234x [1.200, 1.260]", and the same as JSON; "" and null for none.
std::string text_of(const std::optional<tuning::speed_up>& ratio);
journal::json json_of(const std::optional<tuning::speed_up>& ratio);

}  // namespace warpmark
