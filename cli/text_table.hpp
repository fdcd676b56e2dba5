#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// Rows of cells as aligned text, two spaces between columns, a rule under the header. Numbers are
/// right-aligned. Ends with a newline.
std::string text_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows);

/// `text` broken at spaces into lines of at most `width` columns, each after `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 100);

}  // namespace warpmark
