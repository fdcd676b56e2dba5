#pragma once

#include <map>
#include <string>
#include <vector>

#include "simt/ptx/location_parser.hpp"
#include "simt/ptx/module.hpp"
#include "simt/ptx/name_scopes.hpp"
#include "simt/ptx/token_cursor.hpp"

namespace warpmark::simt {

/// Reads the body of a function, from after its opening brace up to and including the closing one.
class body_parser {
 public:
  body_parser(token_cursor& at, ptx_function& into, location_parser& locations)
      : at_(at), into_(into), locations_(locations) {
    locations_.begin_function();
  }
  void run();

  /// The place of the last statement that was read.
  const source_place& place() const { return place_; }

 private:
  // A statement whose labels are resolved after the body has been read.
  struct label_use {
    std::size_t statement, scope;
  };
  struct label_table {
    std::vector<operand> labels;
    std::size_t scope = 0;
  };

  void directive(const std::string& label);
  void registers();
  void location();
  void branch_targets(const std::string& label);
  void instruction();
  void vector_move(const statement& vector);
  void resolve_labels(const label_use& use);
  void resolve_label(operand& label, std::size_t scope, int ptx_line) const;

  operand full_operand(bool jumps);
  operand address();
  operand list(std::string_view open, std::string_view close);
  operand simple_operand();
  operand label();
  static operand vector_register(const name_scopes::vector& from);

  token_cursor& at_;
  ptx_function& into_;
  location_parser& locations_;
  name_scopes scopes_;
  source_place place_;
  bool calls_ = false;  // The statement has lists in parentheses, not constants.
  std::vector<label_use> uses_;
  std::map<std::string, label_table> tables_;  // The .branchtargets tables, by label.
};

}  // namespace warpmark::simt
