#pragma once

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/gate_limits.hpp"
#include "ci/gate/gate_progress.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// The context that every stage uses.
struct stage_context {
  const gate_settings& settings;
  compiler::kernel_compiler& compile;
  const gate_limits& limits;
  const progress_listener& progress;
};

}  // namespace warpmark::gate
