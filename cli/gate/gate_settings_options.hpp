#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ci/gate/settings/acceptance.hpp"
#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark {

/// --settings, --preset, --fail-on, --accept and --dump-config of `warpmark gate`.
struct gate_settings_options {
  std::string file;  ///< Empty: ./gate.toml, if there is one.
  std::string preset = "default";
  std::string fail_on;  ///< Empty: as the settings say.
  std::string accept;   ///< Empty: ./accept.toml, if there is one.
  bool dump_config = false;

  void add_to(CLI::App& verb);

  /// The effective settings: from the command line, else the file, else the preset, applied to
  /// `defaults`. `quantities` are those that the stages know. Throws usage_error.
  gate::gate_settings settings(const gate::gate_settings& defaults,
                               const std::vector<std::string>& quantities = {}) const;

  /// The files that are read from the working folder without being named.
  std::vector<std::filesystem::path> files_of_the_folder() const;

  /// Throws usage_error.
  std::vector<gate::acceptance> acceptances() const;
};

}  // namespace warpmark
