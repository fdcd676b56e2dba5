#pragma once

#include <string>

#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// Why the machine did not treat both sides of a pair alike, or empty if it did: reasons to
/// throttle that only one side had, SM clocks whose medians are over 2 % apart, or no usable time.
/// How long a side took is no reason.
std::string pair_fault(const round_pair& pair);

}  // namespace warpmark::gate
