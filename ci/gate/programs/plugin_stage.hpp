#pragma once

#include "ci/gate/gate_progress.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// The static stage of plugins. Points whose plugin is the same build on both sides are unchanged.
/// Of different builds the machine code is compared kernel by kernel (compare_programs), which says
/// nothing of points: their host code decides, too.
stage_outcome compare_plugins(const comparison& compared, const gate_settings& settings,
                              const progress_listener& progress);

}  // namespace warpmark::gate
