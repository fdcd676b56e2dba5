#pragma once

#include "simt/ptx/token_cursor.hpp"

namespace warpmark::simt {

/// Whether a constant expression begins here: not with the name of a constant.
bool begins_constant(const token_cursor& at);

/// Reads an expression of constants, as PTX has them (PTX ISA, "Constant Expressions"): the
/// operators, precedences and conversions of C on 64-bit integers, and arithmetic and comparisons
/// of doubles. Gives kind integer or real. A single number keeps its type.
operand constant_expression(token_cursor& at);

/// The same where only an integer makes sense.
std::uint64_t integer_expression(token_cursor& at);

}  // namespace warpmark::simt
