#pragma once

#include <memory>

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/gate_limits.hpp"
#include "ci/gate/gate_progress.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "simt/model/card_file.hpp"

namespace warpmark::gate {

/// The context that every stage uses.
struct stage_context {
  const gate_settings& settings;
  compiler::kernel_compiler& compile;
  const gate_limits& limits;
  const progress_listener& progress;
  std::shared_ptr<const model::card_file> card = {};  ///< Interpreted; null: the default one.
};

}  // namespace warpmark::gate
