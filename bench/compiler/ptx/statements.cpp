#include "bench/compiler/ptx/statements.hpp"

#include <algorithm>

namespace warpmark::compiler {
namespace {

using kind = ptx_statement_kind;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Reads one statement.
class statement_reader {
 public:
  statement_reader(std::string_view text, std::size_t begin)
      : text_(text), begin_(begin), at_(begin) {}

  // Moves `end` behind it.
  ptx_statement read(std::size_t& end) {
    const std::string_view first = word();
    if (first == ".version" || first == ".target" || first == ".address_size" || first == ".file")
      read_directive(first);
    else
      read_other(first);
    end = std::max(at_, begin_ + 1);
    result_.text = text_.substr(begin_, end - begin_);
    return result_;
  }

 private:
  std::string_view word() {
    skip_blanks(text_, at_);
    return take_word(text_, at_);
  }

  // These have no end but that of their words.
  void read_directive(std::string_view directive) {
    if (directive == ".version") result_.kind = kind::version;
    if (directive == ".target") result_.kind = kind::target;
    result_.name = word();
    for (std::size_t ahead = at_; skip_blanks(text_, ahead), ahead < text_.size(); at_ = ahead) {
      if (text_[ahead] == '"') {
        skip_string(text_, ahead);
      } else if (text_[ahead] == ',') {
        ++ahead;
        skip_blanks(text_, ahead);
        take_word(text_, ahead);
      } else {
        return;
      }
    }
  }

  // Up to ';', or to the end of a function's or section's braces.
  void read_other(std::string_view first) {
    see(first);
    int braces = 0, others = 0;
    for (; skip_blanks(text_, at_), at_ < text_.size();) {
      const char c = text_[at_];
      if (c == '"') {
        skip_string(text_, at_);
        continue;
      }
      if (const auto found = take_word(text_, at_); !found.empty()) {
        if (braces == 0 && others == 0) see(found);
        continue;
      }
      ++at_;
      if (c == '(' || c == '[') ++others;
      if (c == ')' || c == ']') --others;
      if (c == '(' || c == '[' || c == '=' || c == '{') is_named_ = !result_.name.empty();
      if (c == '{') ++braces;
      if (c == '}' && --braces <= 0 && has_braces()) {
        result_.has_body = true;
        return;
      }
      if (c == ';' && braces <= 0) return;
    }
  }

  bool has_braces() const {
    return result_.kind == kind::entry || result_.kind == kind::function ||
           result_.kind == kind::section;
  }

  void see(std::string_view word) {
    if (result_.kind == kind::other) {
      if (word == ".entry") result_.kind = kind::entry;
      if (word == ".func") result_.kind = kind::function;
      if (word == ".global" || word == ".const" || word == ".shared") result_.kind = kind::variable;
      if (word == ".section") result_.kind = kind::section;
      return;
    }
    const bool names_section = result_.kind == kind::section && result_.name.empty();
    if (!is_named_ && (is_ptx_name(word) || names_section)) result_.name = word;
  }

  std::string_view text_;
  std::size_t begin_, at_;
  bool is_named_ = false;  // What follows is not the name.
  ptx_statement result_;
};

}  // namespace

void skip_blanks(std::string_view text, std::size_t& at) {
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      const auto end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      return;
    }
  }
}

std::string_view take_word(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '.')) ++at;
  return text.substr(begin, at - begin);
}

void skip_string(std::string_view text, std::size_t& at) {
  const auto end = text.find('"', at + 1);
  at = end == std::string_view::npos ? text.size() : end + 1;
}

bool is_ptx_name(std::string_view word) { return !word.empty() && is_letter(word.front()); }

std::vector<ptx_statement> ptx_statements(std::string_view ptx) {
  std::vector<ptx_statement> statements;
  for (std::size_t at = 0; skip_blanks(ptx, at), at < ptx.size();)
    statements.push_back(statement_reader(ptx, at).read(at));
  return statements;
}

}  // namespace warpmark::compiler
