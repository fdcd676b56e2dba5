#pragma once

#include <vector>

#include "ci/gate/gate_result.hpp"
#include "ci/gate/settings/acceptance.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// The steps after all stages: accepts known regressions, warns of overrides and acceptances that
/// match nothing, sorts the findings and sets the ending.
void conclude(gate_result& result, const std::vector<acceptance>& acceptances,
              const gate_settings& settings);

}  // namespace warpmark::gate
