#pragma once

#include <set>
#include <string>
#include <vector>

#include "ci/gate/gate_result.hpp"

namespace warpmark::gate {

/// The result of one stage.
struct stage_outcome {
  stage_record record;
  std::vector<gate_finding> findings = {};
  std::vector<std::string> warnings = {};
  std::optional<control_record> controls = {};
  std::set<std::string> failed = {};  ///< Points of which a side failed, by key.
  nlohmann::json environment = nlohmann::json::object();  ///< Added to the result's.
};

/// Adds a stage's outcome to the result.
void take(gate_result& into, stage_outcome&& from);

}  // namespace warpmark::gate
