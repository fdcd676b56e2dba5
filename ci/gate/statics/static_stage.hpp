#pragma once

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// Compiles every kernel of the compared points for each architecture of the settings and compares
/// its machine code: hash, registers, spills, shared memory, stack, occupancy, size, instructions.
/// Needs no card.
stage_outcome compare_machine_code(const comparison& compared, const gate_settings& settings,
                                   compiler::kernel_compiler& compile);

}  // namespace warpmark::gate
