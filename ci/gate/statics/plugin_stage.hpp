#pragma once

#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// The static stage of plugins: points whose plugin is the same build on both sides are unchanged.
/// Others are not: their host code decides, too.
stage_outcome compare_plugins(const comparison& compared);

}  // namespace warpmark::gate
