#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ci/gate/trials/recorded_rounds.hpp"

namespace warpmark {

/// Slow-downs that `selftest` plants in recorded rounds, relative.
inline const std::vector<double> planted_in_records = {0, 0.02, 0.03, 0.05};

/// Prints what the gate found of them, as a table or as JSON. `what` is the program that was
/// measured, `card` where. Exit status 1 if a point that is not slower is called a REGRESSION.
int report_planted(const std::vector<gate::recorded_row>& rows, const std::string& what,
                   std::size_t points, const std::string& card, bool as_json);

}  // namespace warpmark
