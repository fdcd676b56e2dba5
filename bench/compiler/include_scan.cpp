#include "bench/compiler/include_scan.hpp"

#include <algorithm>

namespace warpmark {
namespace {

constexpr std::string_view blanks = " \t\v\f\r";

bool continues_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// A text without line splices, and the original offset of each character.
struct logical_text {
  std::string text;
  std::vector<std::size_t> from;

  explicit logical_text(std::string_view source) {
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '\\' && source.substr(i + 1).starts_with('\n')) {
        ++i;
        continue;
      }
      if (source[i] == '\\' && source.substr(i + 1).starts_with("\r\n")) {
        i += 2;
        continue;
      }
      text += source[i];
      from.push_back(i);
    }
    from.push_back(source.size());
  }
};

class scanner {
 public:
  explicit scanner(std::string_view source) : source_(source), logical_(source) {}

  std::vector<include_use> scan() {
    const std::string_view text = logical_.text;
    std::size_t line_begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') line_begin = i + 1;
      const std::size_t mark = text[i] == '#' ? 1 : text.substr(i).starts_with("%:") ? 2 : 0;
      if (mark != 0 && begins_line(text.substr(line_begin, i - line_begin))) directive(i, i + mark);
      if (text.substr(i).starts_with("__has_include") && (i == 0 || !continues_word(text[i - 1])))
        condition(i);
    }
    return std::move(found_);
  }

 private:
  // Whether only blanks and comments precede. A possible end of a comment counts as a comment.
  static bool begins_line(std::string_view before) {
    std::string rest(before);
    if (const auto end = rest.rfind("*/"); end != std::string::npos) rest.erase(0, end + 2);
    return rest.find_first_not_of(blanks) == std::string::npos;
  }

  // Skips blanks and comments, which may span lines.
  std::size_t skip(std::size_t at) const {
    const std::string_view text = logical_.text;
    for (;;) {
      at = std::min(text.find_first_not_of(blanks, at), text.size());
      if (!text.substr(at).starts_with("/*")) return at;
      const auto end = text.find("*/", at + 2);
      if (end == std::string_view::npos) return text.size();
      at = end + 2;
    }
  }

  std::string_view word_at(std::size_t at) const {
    const std::string_view text = logical_.text;
    std::size_t end = at;
    while (end < text.size() && continues_word(text[end])) ++end;
    return text.substr(at, end - at);
  }

  void directive(std::size_t mark, std::size_t at) {
    at = skip(at);
    const std::string_view word = word_at(at);
    if (word != "include" && word != "include_next" && word != "import" && word != "embed") return;
    add(word == "include" ? include_use::form::include : include_use::form::include_next, mark,
        skip(at + word.size()));
  }

  void condition(std::size_t begin) {
    const std::string_view word = word_at(begin);
    if (word != "__has_include" && word != "__has_include_next") return;
    const std::size_t open = skip(begin + word.size());
    if (open < logical_.text.size() && logical_.text[open] == '(')
      add(include_use::form::has_include, begin, skip(open + 1));
    else if (!is_existence_test(begin))
      add(include_use::form::has_include, begin, begin);
  }

  // "#ifdef __has_include", "defined __has_include" or "defined(__has_include)".
  bool is_existence_test(std::size_t begin) const {
    std::string_view before = std::string_view(logical_.text).substr(0, begin);
    const auto trim = [&] {
      const auto last = before.find_last_not_of(blanks);
      before = before.substr(0, last == std::string_view::npos ? 0 : last + 1);
    };
    trim();
    if (before.ends_with('(')) before.remove_suffix(1), trim();
    return before.ends_with("defined") || before.ends_with("ifdef") || before.ends_with("ifndef");
  }

  void add(include_use::form directive, std::size_t mark, std::size_t at) {
    const std::string_view text = logical_.text;
    include_use use{.directive = directive, .line = line_of(mark), .begin = logical_.from[at]};
    const char open = at < text.size() ? text[at] : '\n';
    const auto line_end = std::min(text.find('\n', at), text.size());
    const auto close = text.substr(0, line_end).find(open == '<' ? '>' : '"', at + 1);
    use.is_quoted = open == '"';
    use.is_literal = (open == '<' || open == '"') && close != std::string_view::npos;
    const std::size_t end = use.is_literal ? close + 1 : line_end;
    use.name = use.is_literal ? text.substr(at + 1, close - at - 1) : text.substr(at, end - at);
    use.end = logical_.from[end];
    found_.push_back(std::move(use));
  }

  int line_of(std::size_t at) const {
    const std::string_view before = source_.substr(0, logical_.from[at]);
    return static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
  }

  std::string_view source_;
  logical_text logical_;
  std::vector<include_use> found_;
};

}  // namespace

std::vector<include_use> scan_includes(std::string_view source) { return scanner(source).scan(); }

std::string scan_trouble(std::string_view source) {
  if (source.find('\0') != std::string_view::npos) return "it has a zero byte; expected text";
  for (const std::string_view text : {"?"
                                      "?=",
                                      "?"
                                      "?/"})
    if (source.find(text) != std::string_view::npos)
      return "it has the trigraph " + std::string(text) + ", which only old standards replace";
  return "";
}

}  // namespace warpmark
