#pragma once

#include <filesystem>
#include <string>

namespace warpmark::compiler {

/// SHA-256 of what a file holds, decompressed, in hexadecimal digits. Throws usage_error as
/// input::input_file does.
std::string file_digest(const std::filesystem::path& path);

}  // namespace warpmark::compiler
