#include "bench/inspect/device_code.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace warpmark::inspect {

bool is_word_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  for (auto at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word_letter(text[at - 1])) &&
        (end == text.size() || !is_word_letter(text[end])))
      return at;
  }
  return std::string_view::npos;
}

namespace {

// Replaces comments and the contents of literals by spaces, so that their brackets do not count.
class masker {
 public:
  explicit masker(std::string source) : text_(std::move(source)) {}

  std::string mask() {
    for (at_ = 0; at_ < text_.size();) {
      if (follows("//")) {
        blank_until(std::min(text_.find('\n', at_), text_.size()));
      } else if (follows("/*")) {
        const auto end = text_.find("*/", at_ + 2);
        blank_until(end == std::string::npos ? text_.size() : end + 2);
      } else if (text_[at_] == '"' || (text_[at_] == '\'' && !inside_number())) {
        blank_until(end_of_literal());
      } else {
        ++at_;
      }
    }
    return std::move(text_);
  }

 private:
  bool follows(std::string_view mark) const { return text_.compare(at_, 2, mark) == 0; }
  // 1'000'000
  bool inside_number() const { return at_ > 0 && is_word_letter(text_[at_ - 1]); }

  std::size_t end_of_literal() const {
    const char quote = text_[at_];
    std::size_t i = at_ + 1;
    while (i < text_.size() && text_[i] != quote && text_[i] != '\n') i += text_[i] == '\\' ? 2 : 1;
    return std::min(i + 1, text_.size());
  }
  void blank_until(std::size_t end) {
    for (; at_ < end; ++at_)
      if (text_[at_] != '\n') text_[at_] = ' ';
  }

  std::string text_;
  std::size_t at_ = 0;
};

bool has_word(std::string_view text, std::string_view word) {
  return find_word(text, word) != std::string_view::npos;
}

template <std::size_t N>
bool has_any(std::string_view text, const std::array<const char*, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](const char* w) { return has_word(text, w); });
}

constexpr std::array device_words = {"__global__", "__device__", "__constant__", "__shared__"};
constexpr std::array type_words = {"struct", "class", "union", "enum"};
constexpr std::array kept_words = {"typedef", "using", "static_assert", "constexpr", "concept"};

// Whether a declaration is for the device. `head` is the part before its body, if it has one.
bool is_for_device(std::string_view head, bool has_body) {
  if (has_any(head, device_words) || has_any(head, kept_words)) return true;
  const bool called = head.find('(') != std::string_view::npos;
  if (has_any(head, type_words) && !called) return true;
  return !has_body && has_word(head, "const") && !called;
}

class scanner {
 public:
  explicit scanner(const std::string& source) : kept_(source), code_(without_comments(source)) {}

  std::string scan() {
    while (at_ < code_.size()) {
      if (std::isspace(static_cast<unsigned char>(code_[at_])) != 0 || code_[at_] == '}' ||
          code_[at_] == ';')
        ++at_;  // A closing bracket here ends a namespace.
      else if (code_[at_] == '#')
        skip_directive();
      else
        declaration();
    }
    return std::move(kept_);
  }

 private:
  void skip_directive() {
    while (at_ < code_.size() && (code_[at_] != '\n' || code_[at_ - 1] == '\\')) ++at_;
  }

  void declaration() {
    const std::size_t begin = at_;
    int depth = 0;
    for (; at_ < code_.size(); ++at_) {
      const char c = code_[at_];
      if (c == '#' && code_[code_.find_last_not_of(" \t", at_ - 1)] == '\n') {
        skip_directive();
        if (at_ == code_.size()) break;
      }
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
      if (depth > 0) continue;
      const std::string_view head(code_.data() + begin, at_ - begin);
      if (c == '{' && opens_scope(head)) {
        ++at_;
        return;
      }
      if (c == '{' || c == ';') {
        const bool body = c == '{';
        finish(begin, head, body);
        return;
      }
    }
    blank(begin, code_.size());
  }

  // The head of a namespace, or of extern "C", whose literal is masked.
  static bool opens_scope(std::string_view head) {
    return has_word(head, "namespace") ||
           (has_word(head, "extern") &&
            head.substr(head.find("extern") + 6).find_first_not_of(" \n\t\r") ==
                std::string_view::npos);
  }

  void finish(std::size_t begin, std::string_view head, bool body) {
    const bool keep = is_for_device(head, body && head.find('=') == std::string_view::npos);
    if (body) {
      skip_braces();
      const auto next = code_.find_first_not_of(" \t\r\n", at_);
      const bool is_function =
          head.find('(') != std::string_view::npos && head.find('=') == std::string_view::npos;
      // "struct x { … } name;" and "int x[] = { … };" extend to the semicolon.
      if (!is_function && next != std::string::npos)
        at_ = std::min(code_.find(';', at_), code_.size());
    }
    at_ = std::min(at_ + (body ? 0 : 1), code_.size());
    if (!keep) blank(begin, at_);
  }

  void skip_braces() {
    int depth = 0;
    for (; at_ < code_.size(); ++at_) {
      if (code_[at_] == '{') ++depth;
      if (code_[at_] == '}' && --depth == 0) break;
    }
    at_ = std::min(at_ + 1, code_.size());
  }

  // Directives inside are kept, since they may be paired with others.
  void blank(std::size_t begin, std::size_t end) {
    const std::size_t resume = at_;
    for (std::size_t i = begin; i < end; ++i) {
      const auto before = i == 0 ? std::string::npos : code_.find_last_not_of(" \t", i - 1);
      const bool line_starts = before == std::string::npos || code_[before] == '\n';
      if (code_[i] == '#' && line_starts) {
        at_ = i;
        skip_directive();
        i = at_ - 1;
      } else if (kept_[i] != '\n') {
        kept_[i] = ' ';
      }
    }
    at_ = resume;
  }

  std::string kept_, code_;
  std::size_t at_ = 0;
};

}  // namespace

std::string without_comments(std::string source) { return masker(std::move(source)).mask(); }

std::string device_code_of(const std::string& source) { return scanner(source).scan(); }

}  // namespace warpmark::inspect
