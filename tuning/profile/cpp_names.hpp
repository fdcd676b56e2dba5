#pragma once

#include <string>

namespace warpmark::tuning {

/// `text` as an identifier of C++: invalid characters become underscores, a leading digit gets one
/// as prefix, a keyword gets one as suffix. "pad32x2" is unchanged, "32" becomes "_32", "default"
/// "default_".
std::string cpp_identifier(const std::string& text);

/// The type for an element type in a generated header: "std::int32_t" for "i32"; empty for those
/// that standard C++ lacks (f16, bf16), which get a tag.
std::string cpp_element_type(const std::string& type);

/// `text` as a literal of C++.
std::string cpp_string(const std::string& text);

/// `text` converted for a one-line comment.
std::string cpp_comment(std::string text);

}  // namespace warpmark::tuning
