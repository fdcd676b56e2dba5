#pragma once

#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/stage_context.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// Compiles every kernel of the compared points for each architecture of the settings and compares
/// its machine code: hash, registers, spills, shared memory, stack, occupancy, size, instructions.
/// No card is needed.
stage_outcome compare_machine_code(const comparison& compared, const stage_context& context);

}  // namespace warpmark::gate
