#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simt/ptx/lexer.hpp"
#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// A position in a sequence of tokens, with the operations of a recursive-descent parser.
class token_cursor {
 public:
  explicit token_cursor(std::string_view text) : text_(text), tokens_(tokenize(text)) {}

  const token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  /// Returns the current token and advances. The last token, which ends the text, is never passed.
  const token& take() {
    const token& result = peek();
    if (at_ + 1 < tokens_.size()) ++at_;
    return result;
  }
  bool at_end() const { return peek().what == token::kind::end; }
  bool accept(std::string_view text) {
    if (!peek().is(text)) return false;
    take();
    return true;
  }
  void expect(std::string_view text);
  void skip_line();
  /// Skips everything up to and including `text`.
  void skip_past(std::string_view text);
  /// Skips a balanced "( … )", if there is one.
  void skip_parentheses();

  /// Parses a signed number: kind integer or real.
  operand literal();
  std::uint64_t integer();
  /// Parses an integer from 0 to `max`; errors call it `noun`.
  std::uint64_t integer_up_to(std::uint64_t max, std::string_view noun);

  /// Throws parse_error with the line and its text.
  [[noreturn]] void fail(const std::string& why) const;

 private:
  operand decimal(bool negative);

  std::string_view text_;
  std::vector<token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace warpmark::simt
