#pragma once

#include <filesystem>
#include <string>

namespace warpmark::gate {

/// Throws usage_error, naming the option, if a file cannot be written there. Called before anything
/// is measured. "-" is standard output.
void require_writable(const std::string& option, const std::filesystem::path& path);

/// Writes a file atomically: to a temporary file in the same folder, which is then renamed.
/// Anything but a regular file, such as a pipe, is written directly. Throws usage_error.
void write_output(const std::string& option, const std::filesystem::path& path,
                  const std::string& text);

}  // namespace warpmark::gate
