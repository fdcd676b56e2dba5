#pragma once

#include <string>
#include <vector>

#include "ci/gate/decision/evidence.hpp"
#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The result of the timing stage.
struct timing_outcome {
  std::vector<gate_finding>
      findings;                 ///< Of candidates and negative controls, in the points' order …
  std::vector<bool> screened;   ///< … whether the screen flagged each …
  std::vector<bool> confirmed;  ///< … and whether stage 2 measured it.
  control_record controls;
  std::vector<std::string> warnings;
};

/// Decides from recorded rounds alone, so a journal of them can be judged again. Negative controls
/// are always UNCHANGED; calibrators and the positive control have no finding.
timing_outcome decide(const timing_record& record, const gate_settings& settings);

}  // namespace warpmark::gate
