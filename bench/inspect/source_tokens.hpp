#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::inspect {

/// Offsets of characters: the first, and the one after the last.
struct text_range {
  std::size_t begin = 0, end = 0;
  bool operator==(const text_range&) const = default;
};

/// A token of C++ outside of preprocessor directives, without its meaning.
struct token {
  enum class kind { word, number, literal, symbol } what = kind::symbol;
  std::size_t begin = 0, end = 0;  ///< Offsets in the source.
  std::string_view text;           ///< Symbols: "::", "->", two characters that end in '=', or one.
  bool starts_line = false;        ///< No token precedes it in its line.
  /// In a branch of #if that is left out so that brackets pair up.
  bool is_skipped = false;
};

/// A macro that the source defines, and what its body could contribute where it is used.
struct macro_definition {
  std::string_view name;
  bool has_parameters = false;
  std::vector<std::string_view> words;  ///< Identifiers of the body.
  /// Parts of pasted names that the body spells: "kernel_##T" has the prefix "kernel_".
  std::vector<std::string_view> prefixes, suffixes;
  bool pastes_any_name = false;  ///< "a##b" of two parameters.
  bool is_declaration = false;   ///< The body has a brace or semicolon.
};

/// A source as tokens. All views are into the source, which must outlive it.
struct token_list {
  std::vector<token> tokens;
  std::vector<macro_definition> macros;
  /// Directives that stay if the code around them is removed: conditions and macros.
  std::vector<text_range> kept_directives;
};

/// Splits a source. Never fails: what is not C++ becomes symbols. Branches of #if 0 are skipped; of
/// other conditions, all branches but the first are skipped where one of them opens more brackets
/// than it closes.
token_list tokens_of(std::string_view source);

/// Whether a character belongs to C++'s identifiers.
bool is_word_letter(char c);

}  // namespace warpmark::inspect
