#include "bench/inspect/masked_text.hpp"

#include <algorithm>
#include <utility>

#include "bench/inspect/source_tokens.hpp"

namespace warpmark::inspect {

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

}  // namespace

std::string without_comments(std::string source) { return masker(std::move(source)).mask(); }

}  // namespace warpmark::inspect
