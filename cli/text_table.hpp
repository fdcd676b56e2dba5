#pragma once

#include <string>
#include <vector>

namespace warpmark {

/// The width of the terminal that stdout is, or 0: what is read by a program is never broken.
std::size_t output_width();

/// Rows of cells as aligned text, two spaces between columns, a rule under the header. Numbers are
/// right-aligned. Ends with a newline. Of a table that is wider than `max_width` columns the
/// headers are broken into lines, then the longest texts; numbers never are. If that is not enough,
/// the last columns are left out, and named below. 0: any width.
std::string text_table(const std::vector<std::string>& header,
                       const std::vector<std::vector<std::string>>& rows,
                       std::size_t max_width = output_width());

/// wrapped() at the width of the terminal that stdout is; one line where it is none.
std::string fitted(const std::string& text, std::size_t indent = 0);

/// `text` broken at spaces into lines of at most `width` columns, each after `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width = 100);

}  // namespace warpmark
