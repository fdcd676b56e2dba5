#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// A text of somebody else's on one line, such that no terminal and no log of a CI service takes
/// part of it for a command: control characters and marks of writing direction become escapes
/// ("\\x1b"), bytes that are no UTF-8 the replacement character, and "##[", which begins a command
/// of GitHub's and Azure's runners, "## [".
std::string visible_text(std::string_view text);

/// The text with a question mark for each byte that is no UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace warpmark
