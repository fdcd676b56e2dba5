#include "ci/gate/settings/point_settings.hpp"

#include <algorithm>
#include <fnmatch.h>

#include <fmt/format.h>

#include "ci/gate/settings/timing_keys.hpp"

namespace warpmark::gate {

bool names_point(const std::string& glob, const std::string& key, const std::string& path) {
  std::string pattern;
  for (const char each : glob) {
    if (each == '[' || each == '\\') pattern += '\\';
    pattern += each;
  }
  return fnmatch(pattern.c_str(), key.c_str(), 0) == 0 ||
         fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
}

point_settings settings_at(const gate_settings& gate_settings, const std::string& key,
                           const std::string& path) {
  point_settings result{.tolerances = gate_settings.tolerances, .timing = gate_settings.timing};
  for (const auto& each : gate_settings.overrides) {
    if (!names_point(each.match, key, path)) continue;
    for (const auto& [quantity, allowed] : each.tolerances) result.tolerances[quantity] = allowed;
    for (const auto& timing : all_timing_keys())
      if (const auto found = each.timing.find(timing.name); found != each.timing.end())
        set_value(result.timing, timing, found->second);
  }
  return result;
}

std::vector<std::string> unused_overrides(const gate_settings& gate_settings,
                                          const std::vector<gate_finding>& findings) {
  std::vector<std::string> warnings;
  for (const auto& each : gate_settings.overrides) {
    const bool used = std::any_of(findings.begin(), findings.end(), [&](const gate_finding& point) {
      return names_point(each.match, point.subject, point.family + "/" + point.variant);
    });
    if (!used)
      warnings.push_back(fmt::format(
          "[[point]] match = \"{}\" in the settings names no compared point.", each.match));
  }
  return warnings;
}

}  // namespace warpmark::gate
