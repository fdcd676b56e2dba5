#pragma once

#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// What was found, for a terminal: the sides, the stages, the findings, worst first, with their
/// changes, causes and places. What is UNCHANGED or passed the timing stage is only counted. Ends
/// with a newline; the ending is not in it.
std::string listing(const gate_result& result);

}  // namespace warpmark::gate
