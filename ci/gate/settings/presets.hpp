#pragma once

#include <string>
#include <vector>

#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// "default", "strict", "permissive".
const std::vector<std::string>& preset_names();

/// The settings of a preset. Throws usage_error for an unknown name.
gate_settings preset(const std::string& name);

}  // namespace warpmark::gate
