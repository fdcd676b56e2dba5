#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ci/gate/settings/gate_settings.hpp"

namespace warpmark::gate {

/// The settings of a gate.toml on top of `base`, whose values are kept where the file has none
/// (docs/gate_settings.md lists the keys). `quantities` are the known ones, to refuse misspelt
/// names; empty: no check. Throws usage_error with file and line.
gate_settings parse_settings(const std::string& text, const std::string& file, gate_settings base,
                             const std::vector<std::string>& quantities = {});

/// The same for a file.
gate_settings read_settings(const std::filesystem::path& path, gate_settings base,
                            const std::vector<std::string>& quantities = {});

/// A gate.toml with all of these settings; read on top of any preset, it gives equal settings.
std::string settings_text(const gate_settings& gate_settings);

/// The same as JSON, for gate_result::settings.
nlohmann::json settings_json(const gate_settings& gate_settings);

}  // namespace warpmark::gate
