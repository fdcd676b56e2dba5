#pragma once

#include <string>

namespace warpmark::tuning {

/// `text` as an identifier of C++: what cannot stand in one becomes an underscore, a digit in front
/// gets one, a keyword gets one behind. "pad32x2" stays, "32" becomes "_32", "default" "default_".
std::string cpp_identifier(const std::string& text);

/// The type by which a generated header names an element type: "std::int32_t" for "i32"; empty for
/// those that standard C++ lacks (f16, bf16), which get a tag.
std::string cpp_element_type(const std::string& type);

/// `text` as a literal of C++.
std::string cpp_string(const std::string& text);

/// `text` made fit for a comment of one line.
std::string cpp_comment(std::string text);

}  // namespace warpmark::tuning
