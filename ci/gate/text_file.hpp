#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark::gate {

/// The contents of a file. Throws usage_error naming the file if it cannot be read.
std::string text_of_file(const std::filesystem::path& path);

/// The lines of a text, without their ends.
std::vector<std::string> split_lines(const std::string& text);

}  // namespace warpmark::gate
