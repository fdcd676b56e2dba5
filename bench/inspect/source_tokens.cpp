#include "bench/inspect/source_tokens.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "bench/inspect/conditional_branches.hpp"
#include "bench/inspect/macro_body.hpp"

namespace warpmark::inspect {

bool is_word_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

namespace {

constexpr std::string_view spaces = " \t\v\f\r";
constexpr std::array two_characters = {
    "::", "->", "==", "<=", ">=", "!=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "%=", "##"};
constexpr std::array lasting_directives = {"if",       "ifdef", "ifndef", "elif",   "elifdef",
                                           "elifndef", "else",  "endif",  "define", "undef"};
constexpr std::array literal_prefixes = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};

// Directives that may be paired with others, or needed after the code that they are in. An include
// or pragma belongs to this code.
bool stays_without_code(std::string_view directive) {
  return std::find(lasting_directives.begin(), lasting_directives.end(), directive) !=
         lasting_directives.end();
}

class lexer {
 public:
  explicit lexer(std::string_view source) : source_(source) {}

  token_list run() {
    while (at_ < source_.size()) step();
    branches_.finish(list_.tokens);
    return std::move(list_);
  }

 private:
  void step() {
    const char c = source_[at_];
    if (c == '\n') {
      starts_line_ = true;
      ++at_;
    } else if (c == '\\') {
      at_ += follows("\\\r\n") ? 3 : follows("\\\n") ? 2 : 1;
    } else if (spaces.find(c) != std::string_view::npos) {
      ++at_;
    } else if (follows("//") || follows("/*")) {
      at_ = end_of_comment();
    } else if (c == '#' && starts_line_) {
      directive();
    } else {
      list_.tokens.push_back(next());
    }
  }

  bool follows(std::string_view text) const { return source_.substr(at_).starts_with(text); }

  std::size_t end_of_comment() const {
    if (follows("//")) return end_of_line();
    const auto end = source_.find("*/", at_ + 2);
    return end == std::string_view::npos ? source_.size() : end + 2;
  }

  // Of the logical line: a backslash joins the next one.
  std::size_t end_of_line() const {
    for (std::size_t i = at_; i < source_.size(); ++i) {
      if (source_[i] != '\n') continue;
      const bool joined =
          source_[i - 1] == '\\' || (i > 1 && source_[i - 1] == '\r' && source_[i - 2] == '\\');
      if (!joined) return i;
    }
    return source_.size();
  }

  token next() {
    token result{.what = token::kind::symbol,
                 .begin = at_,
                 .end = at_ + 1,
                 .text = {},
                 .starts_line = starts_line_,
                 .is_skipped = false};
    starts_line_ = false;
    const char c = source_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      result.what = token::kind::number;
      result.end = end_of_number();
    } else if (is_word_letter(c)) {
      result.what = token::kind::word;
      while (result.end < source_.size() && is_word_letter(source_[result.end])) ++result.end;
      prefixed_literal(result);
    } else if (c == '"' || c == '\'') {
      result.what = token::kind::literal;
      result.end = end_of_literal(at_);
    } else {
      for (const std::string_view symbol : two_characters)
        if (follows(symbol)) result.end = at_ + 2;
    }
    result.text = source_.substr(result.begin, result.end - result.begin);
    at_ = result.end;
    return result;
  }

  // 1'000, 0x1p-3, 1e+5
  std::size_t end_of_number() const {
    std::size_t end = at_ + 1;
    for (; end < source_.size(); ++end) {
      const char c = source_[end];
      const char before = source_[end - 1];
      const bool is_exponent =
          (c == '+' || c == '-') && std::string_view("eEpP").find(before) != std::string_view::npos;
      const bool is_separator =
          c == '\'' && end + 1 < source_.size() && is_word_letter(source_[end + 1]);
      if (!is_word_letter(c) && c != '.' && !is_exponent && !is_separator) break;
    }
    return end;
  }

  void prefixed_literal(token& word) const {
    const auto text = source_.substr(word.begin, word.end - word.begin);
    const char quote = word.end < source_.size() ? source_[word.end] : '\0';
    if ((quote != '"' && quote != '\'') ||
        std::find(literal_prefixes.begin(), literal_prefixes.end(), text) == literal_prefixes.end())
      return;
    word.what = token::kind::literal;
    word.end = text.back() == 'R' ? end_of_raw_literal(word.end) : end_of_literal(word.end);
  }

  // R"mark( ... )mark"
  std::size_t end_of_raw_literal(std::size_t quote) const {
    const auto open = source_.find('(', quote);
    if (open == std::string_view::npos) return source_.size();
    const std::string mark = ')' + std::string(source_.substr(quote + 1, open - quote - 1)) + '"';
    const auto close = source_.find(mark, open);
    return close == std::string_view::npos ? source_.size() : close + mark.size();
  }

  // An unclosed literal ends with its line, so that an apostrophe in text does not swallow code.
  std::size_t end_of_literal(std::size_t quote) const {
    std::size_t i = quote + 1;
    while (i < source_.size() && source_[i] != source_[quote] && source_[i] != '\n')
      i += source_[i] == '\\' ? 2 : 1;
    const bool is_closed = i < source_.size() && source_[i] == source_[quote];
    return std::min(is_closed ? i + 1 : i, source_.size());
  }

  void directive() {
    const std::size_t begin = at_;
    const std::size_t end = end_of_directive();
    const auto text = source_.substr(begin + 1, end - begin - 1);
    const auto first = std::min(text.find_first_not_of(spaces), text.size());
    std::size_t last = first;
    while (last < text.size() && is_word_letter(text[last])) ++last;
    const auto name = text.substr(first, last - first);
    if (name == "define") list_.macros.push_back(macro_of(text.substr(last)));
    branches_.add(name, text.substr(last), list_.tokens);
    if (stays_without_code(name)) list_.kept_directives.push_back({begin, end});
    at_ = end;
  }

  // A comment in a directive may span lines.
  std::size_t end_of_directive() const {
    std::size_t end = end_of_line();
    for (auto at = source_.find("/*", at_); at < end; at = source_.find("/*", at)) {
      const auto slashes = source_.substr(at_, at - at_).find("//");
      if (slashes != std::string_view::npos) break;
      const auto close = source_.find("*/", at + 2);
      if (close == std::string_view::npos) return source_.size();
      at = close + 2;
      if (at > end) end = std::min(source_.find('\n', at), source_.size());
    }
    return end;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  bool starts_line_ = true;
  conditional_branches branches_;
  token_list list_;
};

}  // namespace

token_list tokens_of(std::string_view source) { return lexer(source).run(); }

}  // namespace warpmark::inspect
