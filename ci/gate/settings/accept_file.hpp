#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/gate/settings/acceptance.hpp"

namespace warpmark::gate {

/// The acceptances of an accept.toml (docs/gate_settings.md lists the keys). Throws usage_error
/// with file and line.
std::vector<acceptance> parse_acceptances(const std::string& text, const std::string& file);

/// The same for a file.
std::vector<acceptance> read_acceptances(const std::filesystem::path& path);

}  // namespace warpmark::gate
