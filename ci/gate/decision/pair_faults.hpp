#pragma once

#include <string>

#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// Why the conditions of a pair's two sides differed, or empty if they did not: throttle reasons
/// that only one side had, SM clocks whose medians are over 2 % apart, or no usable time. A side's
/// duration is never a reason.
std::string pair_fault(const round_pair& pair);

}  // namespace warpmark::gate
