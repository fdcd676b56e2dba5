#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpmark::inspect {

/// The source of the same length with comments and the contents of literals replaced by blanks, for
/// searching it for words and brackets.
std::string without_comments(std::string source);

/// The first place from `from` on where the text has the word and not a longer one; npos if none.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

}  // namespace warpmark::inspect
