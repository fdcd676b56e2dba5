#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/kernels_file/expression.hpp"

namespace warpmark::kernels_file {

/// What a node of an expression does with its operands.
enum class operation {
  literal,
  name,
  negate,
  invert,
  power,
  multiply,
  divide,
  remainder,
  add,
  subtract,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,
  both,
  either,
  choose,
  least,
  greatest,
  ceiling_divide,
  element_size
};

struct expression::node {
  operation what = operation::literal;
  std::size_t at = 0;            ///< Of the operator or name in the text, from 0.
  parameter_value literal = {};  ///< Of a literal; of a name, the name.
  std::vector<node> operands = {};
};

/// Keeps a tree of operators that lean to one side within the stack.
inline constexpr std::size_t max_characters = 4000;

/// Reads a whole text.
expression::node parse_expression(std::string_view text, const std::string& where);

}  // namespace warpmark::kernels_file
