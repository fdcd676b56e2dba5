#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark::gate {

/// What a file holds. Throws usage_error naming it if it cannot be read.
std::string text_of_file(const std::filesystem::path& path);

/// The lines of a text, without their ends.
std::vector<std::string> split_lines(const std::string& text);

}  // namespace warpmark::gate
