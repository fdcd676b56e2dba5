#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// An untrusted text on one line, made safe for terminals and CI logs, which could interpret parts
/// of it as commands: control characters and bidirectional marks become escapes ("\\x1b"), invalid
/// UTF-8 the replacement character, and "##[", which begins a command of GitHub's and Azure's
/// runners, "## [".
std::string visible_text(std::string_view text);

/// The text with a question mark for each invalid UTF-8 byte.
std::string valid_utf8(std::string_view text);

}  // namespace warpmark
