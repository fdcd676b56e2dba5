#pragma once

#include <filesystem>

namespace warpmark::gate {

/// On SIGINT, SIGTERM or SIGHUP this folder is removed before the signal ends the program. Signals
/// that the program ignores or handles itself are left alone.
void remove_at_signals(const std::filesystem::path& folder);

/// Undoes remove_at_signals.
void keep_at_signals(const std::filesystem::path& folder);

}  // namespace warpmark::gate
