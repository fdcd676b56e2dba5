#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// The progress of one stage of the gate.
struct gate_progress {
  gate_stage stage = gate_stage::statics;
  const char* unit = nullptr;  ///< What it counts: "kernels", "executions", "pairs".
  std::size_t done = 0;
  std::size_t total = 0;  ///< 0 if unknown.
  std::string doing;      ///< The current item.
};

/// Called before each kernel, point or pair.
using progress_listener = std::function<void(const gate_progress&)>;

}  // namespace warpmark::gate
