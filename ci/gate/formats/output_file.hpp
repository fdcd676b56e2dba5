#pragma once

#include <filesystem>
#include <string>

namespace warpmark::gate {

/// Throws usage_error, naming the option, if a file cannot be written there; to be asked before
/// anything is measured. "-" is standard output.
void require_writable(const std::string& option, const std::filesystem::path& path);

/// Writes a file so that readers see the old one or the whole new one: beside it, then renamed.
/// What is no regular file, such as a pipe, is written straight. Throws usage_error.
void write_output(const std::string& option, const std::filesystem::path& path,
                  const std::string& text);

}  // namespace warpmark::gate
