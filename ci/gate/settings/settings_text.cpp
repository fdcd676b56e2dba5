#include <sstream>
#include <toml++/toml.h>

#include "ci/gate/settings/failing_verdicts.hpp"
#include "ci/gate/settings/settings_file.hpp"
#include "ci/gate/settings/timing_keys.hpp"

namespace warpmark::gate {
namespace {

toml::table tolerances_table(const std::map<std::string, tolerance>& tolerances) {
  toml::table result;
  for (const auto& [quantity, tolerance] : tolerances) {
    toml::table both{{"relative", tolerance.relative}, {"absolute", tolerance.absolute}};
    both.is_inline(true);
    result.insert(quantity, both);
  }
  return result;
}

void insert_number(toml::table& into, const timing_key& key, double value) {
  if (std::holds_alternative<std::size_t timing_settings::*>(key.field))
    into.insert(key.name, static_cast<std::int64_t>(value));
  else
    into.insert(key.name, value);
}

toml::table timing_table(const timing_settings& timing_settings) {
  toml::table result;
  for (const auto& key : all_timing_keys())
    insert_number(result, key, value_of(timing_settings, key));
  return result;
}

toml::table point_table(const point_override& point_override) {
  toml::table result{{"match", point_override.match}};
  for (const auto& [key, value] : point_override.timing) result.insert(key, value);
  if (!point_override.tolerances.empty())
    result.insert("tolerances", tolerances_table(point_override.tolerances));
  return result;
}

toml::table settings_table(const gate_settings& gate_settings) {
  toml::array fail_on, informative, architectures, points;
  for (const auto gate_setting : gate_settings.fail_on)
    fail_on.push_back(failing_name(gate_setting));
  for (const auto& gate_setting : gate_settings.informative) informative.push_back(gate_setting);
  for (const auto& architecture : gate_settings.architectures)
    architectures.push_back(architecture);
  for (const auto& item : gate_settings.overrides) points.push_back(point_table(item));
  toml::table result{{"version", 1},
                     {"fail_on", fail_on},
                     {"informative", informative},
                     {"static", toml::table{{"architectures", architectures}}},
                     {"tolerances", tolerances_table(gate_settings.tolerances)},
                     {"timing", timing_table(gate_settings.timing)}};
  if (!points.empty()) result.insert("point", points);
  return result;
}

}  // namespace

std::string settings_text(const gate_settings& gate_settings) {
  std::ostringstream text;
  text << toml::toml_formatter{settings_table(gate_settings)} << '\n';
  return text.str();
}

nlohmann::json settings_json(const gate_settings& gate_settings) {
  std::ostringstream text;
  text << toml::json_formatter{settings_table(gate_settings)};
  return nlohmann::json::parse(text.str());
}

}  // namespace warpmark::gate
