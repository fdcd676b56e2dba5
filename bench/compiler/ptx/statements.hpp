#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::compiler {

/// What a statement at the outermost level of a PTX module is.
enum class ptx_statement_kind {
  version,
  target,
  entry,     ///< `.entry`, with its body or as a prototype.
  function,  ///< `.func`, likewise.
  variable,  ///< In global, constant or shared memory.
  section,   ///< `.section`: debug information.
  other
};

/// A statement at the outermost level, as a part of the module's text.
struct ptx_statement {
  ptx_statement_kind kind = ptx_statement_kind::other;
  std::string_view text;
  /// Of a function its name, of a variable or section likewise, of `.version` and `.target` the
  /// first word after it.
  std::string_view name = {};
  bool has_body = false;  ///< Whether a function is defined here.
};

/// The statements of a module, in order; comments and blanks between them belong to none. Views
/// point into `ptx`. Takes time linear in its length, and accepts any text: what is not PTX becomes
/// `other`.
std::vector<ptx_statement> ptx_statements(std::string_view ptx);

/// Calls visit(word) for each name in PTX text, outside of comments and strings. Names begin with a
/// letter, '_', '$' or '%'; directives and numbers are left out.
template <class Visit>
void for_each_name(std::string_view text, Visit&& visit);

/// Moves `at` behind blanks and comments.
void skip_blanks(std::string_view text, std::size_t& at);

/// The word at `at`, which moves behind it: a name, a directive with its dot, or a number; empty at
/// other characters.
std::string_view take_word(std::string_view text, std::size_t& at);

/// Moves `at` behind the string that begins there.
void skip_string(std::string_view text, std::size_t& at);

/// Whether a word is a name.
bool is_ptx_name(std::string_view word);

template <class Visit>
void for_each_name(std::string_view text, Visit&& visit) {
  for (std::size_t at = 0; skip_blanks(text, at), at < text.size();) {
    if (text[at] == '"') {
      skip_string(text, at);
    } else if (const auto word = take_word(text, at); word.empty()) {
      ++at;
    } else if (is_ptx_name(word)) {
      visit(word);
    }
  }
}

}  // namespace warpmark::compiler
