#pragma once

#include <string>

#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// The first thing in which two executions differ besides the kernels' code, as a sentence: "launch
/// 2 has 64x1x1 blocks, 32x1x1 before". Empty if they launch, fill and copy alike.
std::string launch_difference(const launch_plan& base, const launch_plan& head);

}  // namespace warpmark::gate
