#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// Reads a specification (TOML). Relative paths in it start at the file's folder. Throws
/// usage_error with file, place and the expected form.
specification read_specification(const std::filesystem::path& path);

/// The same from the text of the file at `path`. Opens no other file.
specification parse_specification(std::string_view text, const std::filesystem::path& path);

}  // namespace warpmark::inspect
