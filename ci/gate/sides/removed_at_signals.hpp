#pragma once

#include <filesystem>

namespace warpmark::gate {

/// When SIGINT, SIGTERM or SIGHUP comes, this folder is removed before the signal ends the program.
/// Signals that the program ignores or handles itself stay so.
void remove_at_signals(const std::filesystem::path& folder);

/// Not any more.
void keep_at_signals(const std::filesystem::path& folder);

}  // namespace warpmark::gate
