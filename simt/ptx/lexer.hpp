#pragma once

#include <string_view>
#include <vector>

namespace warpmark::simt {

/// One token of PTX. Words keep their dots and sigils: "ld.global.u32", "%rd1", "0f3F800000",
/// ".reg". Strings come without their quotes.
struct token {
  enum class kind { word, number, string, symbol, end } what = kind::end;
  std::string_view text;
  int line = 0;  ///< Line of the PTX text, from 1.

  bool is(std::string_view other) const { return what != kind::string && text == other; }
};

/// Splits PTX text into tokens, dropping comments. The tokens view `text`. Throws parse_error.
std::vector<token> tokenize(std::string_view text);

}  // namespace warpmark::simt
