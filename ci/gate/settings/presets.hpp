#pragma once

#include <string>
#include <vector>

#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// "default", "strict", "permissive".
const std::vector<std::string>& preset_names();

/// The settings of a preset: what it changes in `defaults`. Throws usage_error for an unknown name.
gate_settings preset(const std::string& name, const gate_settings& defaults = {});

}  // namespace warpmark::gate
