#pragma once

#include <string>

#include "variants/contract/launch_plan.hpp"

namespace warpmark::gate {

/// The first difference of two executions other than the kernels' code, as a sentence: "step 2 has
/// a grid of 64x1x1, 32x1x1 before". Empty if they launch, fill and copy alike.
std::string launch_difference(const launch_plan& base, const launch_plan& head);

}  // namespace warpmark::gate
