#include "bench/inspect/declaration_head.hpp"

#include <algorithm>

#include "bench/inspect/declaration_words.hpp"

namespace warpmark::inspect {
namespace {

using head_kind = declaration::kind;

}  // namespace

head_reader::head_reader(const std::vector<token>& tokens, const macro_table& macros)
    : tokens_(tokens), macros_(macros) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (!tokens[i].is_skipped) active_.push_back(i);
}

std::string_view head_reader::text(std::size_t ahead) const {
  return at_ + ahead < active_.size() ? at(at_ + ahead).text : std::string_view();
}

token::kind head_reader::what(std::size_t ahead) const {
  return at_ + ahead < active_.size() ? at(at_ + ahead).what : token::kind::symbol;
}

void head_reader::reset() {
  begin_ = at_;
  body_ = {};
  is_type_ = is_enum_ = is_function_ = saw_equals_ = false;
  has_const_ = in_bases_ = in_initializers_ = false;
  function_has_body_ = could_test_types_ = false;
  type_key_ = 0;
}

// From an opening bracket to after its closing one. A semicolon in parentheses shows that they are
// not closed, as in a branch of #if that was left out.
void head_reader::skip_group() {
  const bool is_braces = is("{");
  int depth = 0, braces = 0;
  for (; !at_end(); advance()) {
    const auto text = this->text();
    if (text == "{") ++braces;
    if (text == "}") --braces;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (is_braces ? braces == 0 : depth <= 0) return advance();
    if (!is_braces && braces <= 0 && text == ";") return;
  }
}

// From "<" to after its ">". Comparisons in it are in parentheses.
void head_reader::skip_angles() {
  int depth = 0;
  while (!at_end()) {
    const auto text = this->text();
    if (text == "(" || text == "{" || text == "[") {
      skip_group();
      continue;
    }
    if (text == ";" || text == "}") return;
    if (text == "<") ++depth;
    if (text == ">" || text == ">=") --depth;
    advance();
    if (depth == 0) return;
  }
}

void head_reader::skip_statement() {
  while (!at_end() && !is(";") && !is("}")) {
    if (is("(") || is("{") || is("["))
      skip_group();
    else
      advance();
  }
  if (is(";")) advance();
}

declaration head_reader::read(scope within) {
  reset();
  declaration result;
  result.first_token = active_[at_];
  const std::size_t begin = at_;
  if (!read_macro_use(result, within) && !read_by_keyword(result)) read_head(result);
  if (at_ == begin) advance();
  at_ = std::min(at_, active_.size());
  const std::size_t last = active_[at_ - 1];
  result.token_end = last + 1;
  result.range = {tokens_[result.first_token].begin, tokens_[last].end};
  return result;
}

void head_reader::read_head(declaration& to) {
  while (!at_end() && !is("}")) {
    if (is(";")) {
      advance();
      break;
    }
    if (what(0) == token::kind::word) {
      read_word(to);
    } else if (read_symbol(to)) {
      break;
    }
  }
  finish(to);
}

// Returns whether the declaration has ended.
bool head_reader::read_symbol(declaration& to) {
  if (is("(")) {
    read_parentheses(to);
  } else if (is("[")) {
    skip_group();
  } else if (is("{")) {
    return read_braces(to);
  } else {
    if (is("=")) {
      saw_equals_ = true;
      if (body_.begin == body_.end && !is_function_) is_type_ = false;
    } else if (is(",") && !is_function_) {
      saw_equals_ = false;
    } else if (is(":")) {
      in_bases_ = is_type_;
      in_initializers_ = is_function_;
    } else if (is("<") && (is_type_ || is_function_) && !saw_equals_ && !in_bases_) {
      return skip_angles(), false;
    }
    advance();
  }
  return false;
}

void head_reader::read_word(declaration& to) {
  const auto word = text();
  if (word == "operator") return read_operator(to);
  if (macros_.qualifies_for_device(word)) to.is_for_device = true;
  if (macros_.qualifies_kernel(word)) to.is_kernel = true;
  if (word == "const") has_const_ = true;
  if (is_one_of(word, class_keys) && !is_function_ && !saw_equals_ && !is_type_) {
    is_type_ = true;
    is_enum_ = word == "enum";
    type_key_ = at_;
  } else if (is_type_ && !in_bases_ && !is_one_of(word, class_keys)) {
    if (!is_one_of(word, attribute_words)) to.names.push_back(word);
  } else if (!is_function_ && !saw_equals_ && is_one_of(text(1), name_ends)) {
    to.names.push_back(word);
  }
  advance();
}

void head_reader::read_operator(declaration& to) {
  to.names.push_back(text());
  is_function_ = true;
  is_type_ = false;
  advance();
  if (is("(") || is("["))
    advance(2);
  else
    while (!at_end() && !is("(") && !is(";") && !is("{")) advance();
}

// The position of the name that ends before `position`: x, or that of x<int>.
std::size_t head_reader::name_before(std::size_t position) const {
  std::size_t i = position - 1;
  if (at(i).text != ">") return i;
  int depth = 0;
  for (; i > begin_; --i) {
    if (at(i).text == ">") ++depth;
    if (at(i).text == "<" && --depth == 0) break;
  }
  return i > begin_ ? i - 1 : i;
}

// Whether the parentheses here, after the current declaration's begin, are those of a function.
bool head_reader::names_function() const {
  if (at_ == begin_ || saw_equals_) return false;
  const token& before = at(name_before(at_));
  if (before.what != token::kind::word || is_one_of(before.text, attribute_words) ||
      is_one_of(before.text, type_keywords))
    return false;
  if (is_type_ && at_ - 1 == type_key_ + 1) return false;  // struct ALIGNED(8) x
  if (in_bases_ || body_.begin != body_.end) return false;
  if (macros_.has_parameters(before.text) && !macros_.is_declaration(before.text)) return false;
  // int n(5);
  return what(1) != token::kind::number && what(1) != token::kind::literal;
}

void head_reader::read_parentheses(declaration& to) {
  if (names_function()) {
    is_function_ = true;
    is_type_ = false;
    add_function_name(to);
    if (text(1) == "." || at(begin_).text == "template") could_test_types_ = true;
  }
  skip_group();
}

// Also the class of a member that is defined outside of it.
void head_reader::add_function_name(declaration& to) const {
  const std::size_t name = name_before(at_);
  to.names.push_back(at(name).text);
  if (name < begin_ + 2 || at(name - 1).text != "::") return;
  const token& owner = at(name_before(name - 1));
  if (owner.what == token::kind::word) to.names.push_back(owner.text);
}

bool head_reader::read_braces(declaration& to) {
  const token& before = at(at_ == begin_ ? at_ : at_ - 1);
  if (is_function_ && !saw_equals_) {
    const bool initializes =
        in_initializers_ && (before.what == token::kind::word || before.text == ">");
    function_has_body_ = !initializes;
    skip_group();
    return !initializes;
  }
  if (is_type_ && body_.begin == body_.end) {
    if (is_enum_) read_enumerators(to);
    const std::size_t begin = at_ + 1;
    skip_group();
    body_ = {begin, std::max(at_ - 1, begin)};
    in_bases_ = false;
    if (is_enum_) body_ = {begin, begin};
    is_enum_ = false;
  } else {
    skip_group();
  }
  return false;
}

void head_reader::read_enumerators(declaration& to) {
  for (std::size_t i = at_ + 1; i < active_.size() && at(i).text != "}"; ++i)
    if (at(i).what == token::kind::word) to.names.push_back(at(i).text);
}

void head_reader::finish(declaration& to) const {
  to.what = is_function_ ? head_kind::function : is_type_ ? head_kind::type : head_kind::variable;
  if (to.what == head_kind::type) to.is_for_device = true;
  if (to.what != head_kind::variable || to.is_for_device) return;
  to.is_for_device = has_const_;
  // A lambda for the device.
  for (std::size_t i = begin_; i < at_ && i < active_.size(); ++i)
    if (macros_.qualifies_for_device(at(i).text)) to.is_for_device = true;
}

}  // namespace warpmark::inspect
