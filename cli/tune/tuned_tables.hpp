#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuning/live/tuned_problem.hpp"

namespace warpmark {

/// Prints the number of configs per variant, and the reasons for excluded ones.
void print_spaces(const std::vector<tuning::tuned_problem>& problems, const device_limits& limits,
                  bool as_json);

/// The result of a tuned problem as a table row, under tuned_header.
std::vector<std::string> row_of(const tuning::tuned_problem& tuned_problem,
                                const tuning::final_result& result);
std::vector<std::string> tuned_header(
    journal::objective_kind objective = journal::objective_kind::time);

/// One bar per line of event "tuned": how many times less of the objective, speed for one, relative
/// to the library if there is one, else to the base.
std::string chart_of_gains(const std::vector<journal::json>& lines,
                           journal::objective_kind objective = journal::objective_kind::time);

/// The short list in a line of event "tuned", as a table with what to expect of it.
std::string short_list_text(const journal::json& line);

/// "1.234x [1.200, 1.260]"; "" for none.
std::string text_of(const std::optional<tuning::speed_up>& ratio);

}  // namespace warpmark
