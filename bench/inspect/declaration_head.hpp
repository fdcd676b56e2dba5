#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "bench/inspect/declaration.hpp"

namespace warpmark::inspect {

/// A cursor over the tokens that are not skipped, which reads one declaration after the other. It
/// expands no macros, and tells functions, types and variables apart by brackets and keywords.
class head_reader {
 public:
  enum class scope { file, in_class };

  head_reader(const std::vector<token>& tokens, const macro_table& macros);

  bool at_end() const { return at_ >= active_.size(); }
  bool is(std::string_view text) const { return this->text() == text; }
  std::string_view text(std::size_t ahead = 0) const;  ///< Empty after the last token.
  token::kind what(std::size_t ahead) const;
  void advance(std::size_t count = 1) { at_ += count; }
  std::size_t position() const { return at_; }
  void set_position(std::size_t position) { at_ = position; }

  /// Reads a declaration up to its semicolon or body; a "}" that it has not opened ends it.
  declaration read(scope within);

  /// Positions of the tokens in the class body of the type just read; empty if it has none.
  text_range last_body() const { return body_; }
  /// Whether a class is the same for device code without the member function just read. Not if it
  /// is defaulted, deleted or pure; not if it could be one of the overloads without bodies by which
  /// templates test types: these are templates or take any arguments.
  bool last_is_removable() const {
    return !saw_equals_ && (function_has_body_ || !could_test_types_);
  }

 private:
  const token& at(std::size_t position) const { return tokens_[active_[position]]; }
  void reset();
  void skip_group();
  void skip_angles();
  void skip_statement();
  bool read_by_keyword(declaration& to);
  void read_using(declaration& to);
  bool read_macro_use(declaration& to, scope within);
  void read_head(declaration& to);
  bool read_symbol(declaration& to);
  void read_word(declaration& to);
  void read_operator(declaration& to);
  void read_parentheses(declaration& to);
  bool read_braces(declaration& to);
  void read_enumerators(declaration& to);
  std::size_t name_before(std::size_t position) const;
  bool names_function() const;
  void add_function_name(declaration& to) const;
  void finish(declaration& to) const;

  const std::vector<token>& tokens_;
  const macro_table& macros_;
  std::vector<std::size_t> active_;  // Tokens that are not skipped.
  std::size_t at_ = 0;

  // Of the declaration that is read.
  std::size_t begin_ = 0;
  text_range body_;
  bool is_type_ = false, is_enum_ = false, is_function_ = false, saw_equals_ = false;
  bool has_const_ = false, in_bases_ = false, in_initializers_ = false;
  bool function_has_body_ = false, could_test_types_ = false;
  std::size_t type_key_ = 0;
};

}  // namespace warpmark::inspect
