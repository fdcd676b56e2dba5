#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/kernels_file/expression.hpp"

namespace warpmark::kernels_file {

/// The operation of an expression node.
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
  min,
  max,
  ceiling_divide,
  element_size
};

struct expression::node {
  operation what = operation::literal;
  std::size_t at = 0;            ///< Position of the operator or name in the text, from 0.
  parameter_value literal = {};  ///< The value of a literal; for a name, the name.
  std::vector<node> operands = {};
};

/// Bounds the depth of the tree, and so the stack.
inline constexpr std::size_t max_characters = 4000;

/// Parses a complete text.
expression::node parse_expression(std::string_view text, const std::string& where);

}  // namespace warpmark::kernels_file
