#pragma once

#include <map>
#include <string>
#include <vector>

#include "ci/gate/gate_finding.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// Whether a glob names a point, by its key or by "family/variant". '*' and '?' are wildcards;
/// brackets are literal, since keys contain them: "reduce/strided[type=f32,*".
bool names_point(const std::string& glob, const std::string& key, const std::string& path);

/// The settings of one point: the general ones with the overrides that match it; later ones win.
struct point_settings {
  std::map<std::string, tolerance> tolerances;
  timing_settings timing;
};
point_settings settings_at(const gate_settings& gate_settings, const std::string& key,
                           const std::string& path);

/// A warning for each override that matches none of the findings' subjects.
std::vector<std::string> unused_overrides(const gate_settings& gate_settings,
                                          const std::vector<gate_finding>& findings);

}  // namespace warpmark::gate
