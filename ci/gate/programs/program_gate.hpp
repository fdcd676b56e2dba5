#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "bench/compiler/program_code.hpp"
#include "ci/gate/gate_progress.hpp"
#include "ci/gate/gate_result.hpp"
#include "ci/gate/programs/program_pairs.hpp"
#include "ci/gate/settings/acceptance.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// The timing stage of two programs, which gets what their files have in common.
using program_timing = std::function<stage_outcome(const program_difference&)>;

/// The options of a comparison of two compiled programs.
struct program_request {
  std::filesystem::path base, head;
  std::set<gate_stage> stages = {gate_stage::statics, gate_stage::counting, gate_stage::timing};
  gate_settings settings;
  std::vector<acceptance> acceptances = {};
  progress_listener progress = [](const gate_progress&) {};
  program_timing timing = {};  ///< Null for programs that cannot be timed.
};

/// Compares two programs stage by stage: the static stage for any, the timing stage as the request
/// says; programs cannot be counted. The result has its ending and sorted findings. Throws
/// usage_error.
gate_result run_program_gate(const program_request& request);

}  // namespace warpmark::gate
