#pragma once

#include <string>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The result for a terminal: the sides, the stages, the findings, worst first, with their changes,
/// causes and places. Points that are UNCHANGED or passed the timing stage are only counted. Ends
/// with a newline; the ending is not included.
std::string listing(const gate_result& result);

}  // namespace warpmark::gate
