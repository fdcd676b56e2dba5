#include "cli/gate/gate_settings_options.hpp"

#include <filesystem>
#include <utility>

#include "ci/gate/settings/accept_file.hpp"
#include "ci/gate/settings/failing_verdicts.hpp"
#include "ci/gate/settings/presets.hpp"
#include "ci/gate/settings/settings_file.hpp"

namespace warpmark {
namespace {

// The given name, else the default name if that file exists, else "".
std::string file_or_default(const std::string& file, const std::string& default_name) {
  if (!file.empty()) return file;
  return std::filesystem::exists(default_name) ? default_name : "";
}

}  // namespace

void gate_settings_options::add_to(CLI::App& verb) {
  verb.add_option("--settings", file, "Settings of the gate [./gate.toml, if there is one]")
      ->type_name("FILE");
  verb.add_option("--preset", preset,
                  "Defaults for keys not in the settings: default, strict, permissive")
      ->type_name("default|strict|permissive")
      ->capture_default_str();
  verb.add_option("--fail-on", fail_on,
                  "Verdicts that fail a build: regression,suspect,invalid,missing,inconclusive; or "
                  "none [as the settings say]")
      ->type_name("LIST");
  verb.add_option("--accept", accept, "Known regressions [./accept.toml, if there is one]")
      ->type_name("FILE");
  verb.add_flag("--dump-config", dump_config,
                "Print the effective settings as a gate.toml, and exit");
}

gate::gate_settings gate_settings_options::settings(
    const gate::gate_settings& defaults, const std::vector<std::string>& quantities) const {
  auto result = gate::preset(preset, defaults);
  if (const auto found = file_or_default(file, "gate.toml"); !found.empty())
    result = gate::read_settings(found, std::move(result), quantities);
  if (!fail_on.empty()) result.fail_on = gate::parse_fail_on("--fail-on", fail_on);
  return result;
}

std::vector<std::filesystem::path> gate_settings_options::files_of_the_folder() const {
  std::vector<std::filesystem::path> result;
  for (const auto& [asked, default_name] : {std::pair(file, "gate.toml"), {accept, "accept.toml"}})
    if (asked.empty() && !file_or_default(asked, default_name).empty())
      result.emplace_back(default_name);
  return result;
}

std::vector<gate::acceptance> gate_settings_options::acceptances() const {
  const auto found = file_or_default(accept, "accept.toml");
  return found.empty() ? std::vector<gate::acceptance>() : gate::read_acceptances(found);
}

}  // namespace warpmark
