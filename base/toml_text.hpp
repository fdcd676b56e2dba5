#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <toml++/toml.h>

namespace warpmark::inspect {

/// The tables of a TOML text. Throws usage_error of one line, "launch.toml:3:7: …", for what is no
/// TOML, and for keys nested deeper than input::max_dotted_keys, which would overflow the stack.
toml::table parse_toml(std::string_view text, const std::string& file);

/// What a TOML file holds, of at most input::max_toml_bytes. Throws usage_error.
std::string read_toml_text(const std::filesystem::path& path);

/// An error of one line: errors show texts of the file, which may have several.
std::string in_one_line(std::string text);

}  // namespace warpmark::inspect
