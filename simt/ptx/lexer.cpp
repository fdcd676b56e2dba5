#include "simt/ptx/lexer.hpp"

#include <cctype>

#include <fmt/format.h>

#include "simt/errors.hpp"

namespace warpmark::simt {
namespace {

bool is_word_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' ||
         c == '.';
}

bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' ||
         c == ':';
}

class lexer {
 public:
  explicit lexer(std::string_view text) : text_(text) {}

  std::vector<token> run() {
    std::vector<token> tokens;
    while (skip_blank(), at_ < text_.size()) tokens.push_back(next());
    tokens.push_back({token::kind::end, {}, line_});
    return tokens;
  }

 private:
  void skip_blank() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') ++line_;
      if (std::isspace(static_cast<unsigned char>(text_[at_]))) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        const auto end = text_.find("*/", at_);
        if (end == std::string_view::npos) fail("unterminated comment");
        for (; at_ < end + 2; ++at_) line_ += text_[at_] == '\n';
      } else {
        return;
      }
    }
  }

  token next() {
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (c == '"') return string();
    if (is_digit(at_) || (c == '.' && is_digit(at_ + 1))) {
      number();
      return {token::kind::number, text_.substr(begin, at_ - begin), line_};
    }
    if (is_word_start(c)) return word();
    if (std::string_view("{}[](),;:@!+-|<>=*/&^~?").find(c) == std::string_view::npos)
      fail(fmt::format("unexpected character '{}'", c));
    ++at_;
    return {token::kind::symbol, text_.substr(begin, 1), line_};
  }

  bool is_digit(std::size_t at) const {
    return at < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at]));
  }

  // Integers, "0f3F800000", and decimal fractions such as "1.5", ".5", "1." or "2.5e-3". A letter
  // after the point begins an attribute: ".align 4.b8".
  void number() {
    const auto skip_letters = [&] {
      while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_]))) ++at_;
    };
    const bool decimal = text_[at_] != '0' || !std::isalpha(static_cast<unsigned char>(peek(1)));
    skip_letters();
    if (!decimal) return;
    const bool word = std::isalpha(static_cast<unsigned char>(peek(1))) || peek(1) == '_';
    if (peek(0) == '.' && !word) {
      ++at_;
      skip_letters();
    }
    const bool exponent = text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E';
    if (exponent && (peek(0) == '-' || peek(0) == '+')) {
      ++at_;
      skip_letters();
    }
  }

  char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // A single ':' ends a label; a double one is part of a modifier ("L1::no_allocate"). Directives
  // and their attributes are words of their own, also where no blank is between them (".reg.b16").
  token word() {
    const bool directive = text_[at_] == '.';
    const std::size_t begin = at_++;
    while (at_ < text_.size() && is_word_part(text_[at_])) {
      if (directive && text_[at_] == '.') break;
      if (text_[at_] == ':') {
        if (text_.substr(at_, 2) != "::") break;
        ++at_;
      }
      ++at_;
    }
    return {token::kind::word, text_.substr(begin, at_ - begin), line_};
  }

  token string() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("unterminated string");
    const token result{token::kind::string, text_.substr(at_ + 1, end - at_ - 1), line_};
    at_ = end + 1;
    return result;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw parse_error(fmt::format("PTX line {}: {}", line_, why));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<token> tokenize(std::string_view text) { return lexer(text).run(); }

}  // namespace warpmark::simt
