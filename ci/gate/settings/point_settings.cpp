#include "ci/gate/settings/point_settings.hpp"

#include <algorithm>
#include <fnmatch.h>

#include <fmt/format.h>

#include "ci/gate/settings/timing_keys.hpp"

namespace warpmark::gate {

bool names_point(const std::string& glob, const std::string& key, const std::string& path) {
  std::string pattern;
  for (const char character : glob) {
    if (character == '[' || character == '\\') pattern += '\\';
    pattern += character;
  }
  return fnmatch(pattern.c_str(), key.c_str(), 0) == 0 ||
         fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
}

point_settings settings_at(const gate_settings& gate_settings, const std::string& key,
                           const std::string& path) {
  point_settings result{.tolerances = gate_settings.tolerances, .timing = gate_settings.timing};
  for (const auto& item : gate_settings.overrides) {
    if (!names_point(item.match, key, path)) continue;
    for (const auto& [quantity, allowed] : item.tolerances) result.tolerances[quantity] = allowed;
    for (const auto& timing : all_timing_keys())
      if (const auto found = item.timing.find(timing.name); found != item.timing.end())
        set_value(result.timing, timing, found->second);
  }
  return result;
}

std::vector<std::string> unused_overrides(const gate_settings& gate_settings,
                                          const std::vector<gate_finding>& findings) {
  std::vector<std::string> warnings;
  for (const auto& item : gate_settings.overrides) {
    const bool used = std::any_of(findings.begin(), findings.end(), [&](const gate_finding& point) {
      return names_point(item.match, point.subject, point.family + "/" + point.variant);
    });
    if (!used)
      warnings.push_back(fmt::format(
          "[[point]] match = \"{}\" in the settings names no compared point.", item.match));
  }
  return warnings;
}

}  // namespace warpmark::gate
