#pragma once

#include <filesystem>
#include <string>

namespace warpmark::compiler {

/// SHA-256 of a file's decompressed contents, in hexadecimal digits. Throws usage_error as
/// input::input_file does.
std::string file_digest(const std::filesystem::path& path);

}  // namespace warpmark::compiler
