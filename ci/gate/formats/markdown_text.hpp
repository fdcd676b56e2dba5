#pragma once

#include <string>

namespace warpmark::gate {

/// Text as GitHub's and GitLab's Markdown shows it literally, on one line, also in a cell of a
/// table. It never mentions a user.
std::string markdown_text(const std::string& text);

/// The same in a span of code, for a cell of a table.
std::string markdown_code(const std::string& text);

/// Text for an HTML element, on one line.
std::string html_text(const std::string& text);

}  // namespace warpmark::gate
