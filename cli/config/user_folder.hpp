#pragma once

#include <filesystem>

namespace warpmark {

/// $XDG_CONFIG_HOME or ~/.config, where the user's files are; empty without a home.
std::filesystem::path user_config_folder();

}  // namespace warpmark
