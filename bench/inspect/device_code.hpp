#pragma once

#include <string>
#include <string_view>

namespace warpmark::inspect {

/// The source with host-only code replaced by blanks: functions and variables at namespace scope
/// without __global__, __device__, __constant__ or __shared__. Preprocessor lines, types, aliases,
/// constants and class templates stay. Lines keep their numbers. This is a heuristic by matching
/// brackets: it does not expand macros, and treats the branches of #if as one text.
std::string device_code_of(const std::string& source);

/// The source of the same length with comments and the contents of literals replaced by blanks, for
/// searching it for words and brackets.
std::string without_comments(std::string source);

/// A letter of C++'s identifiers.
bool is_word_letter(char c);

/// The first place from `from` on where the text has the word and not a longer one; npos if none.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0);

}  // namespace warpmark::inspect
