#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <toml++/toml.h>

namespace warpmark::inspect {

/// The tables of a TOML text. Throws usage_error of one line, "launch.toml:3:7: …", for invalid
/// TOML, and for keys nested deeper than input::max_dotted_keys, which would overflow the stack.
toml::table parse_toml(std::string_view text, const std::string& file);

/// The tables of a TOML file of at most input::max_toml_bytes. Throws usage_error.
std::string read_toml_text(const std::filesystem::path& path);

/// Joins a message into one line: errors quote texts of the file, which may have several lines.
std::string in_one_line(std::string text);

}  // namespace warpmark::inspect
