#pragma once

#include <filesystem>
#include <string>

namespace warpmark::tuning {

/// The text of a file that may be compressed by gzip. Throws usage_error, naming the file, if it
/// cannot be read or is damaged.
std::string read_text(const std::filesystem::path& path);

}  // namespace warpmark::tuning
