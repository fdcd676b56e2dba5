#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace warpmark::gate {

/// The longest build of one side.
inline constexpr std::chrono::minutes max_build_time{60};

/// Runs `command` by the shell in a folder, with that folder's path for each "{dir}", and returns
/// the plugin that it has built: `plugin`, relative to the folder. Throws usage_error, which begins
/// with `side`, if the command fails, with the end of its output, or if the plugin is not there.
std::filesystem::path build_plugin(const std::string& command, const std::filesystem::path& folder,
                                   const std::filesystem::path& plugin, const std::string& side);

}  // namespace warpmark::gate
