#include <fmt/format.h>

#include "simt/ptx/body_parser.hpp"
#include "simt/ptx/constant_expression.hpp"

// The operands of statements.

namespace warpmark::simt {

operand body_parser::label() {
  return {.what = operand::kind::label, .name = std::string(at_.take().text)};
}

operand body_parser::full_operand(bool jumps) {
  if (jumps && at_.peek().what == token::kind::word && !scopes_.find_register(at_.peek().text))
    return label();
  if (at_.peek().is("{")) return list("{", "}");
  if (calls_ && at_.peek().is("(")) return list("(", ")");
  if (at_.peek().is("[")) return address();
  operand first = simple_operand();
  if (at_.accept("|")) {
    operand both{.what = operand::kind::pair};
    both.parts.push_back(std::move(first));
    both.parts.push_back(simple_operand());
    return both;
  }
  return first;
}

// "[base+offset]". The address of a tensor also has coordinates: "[map, {x, y}]".
operand body_parser::address() {
  at_.expect("[");
  operand result{.what = operand::kind::address};
  result.parts.push_back(simple_operand());
  if (at_.accept("+") || at_.peek().is("-"))
    result.offset = static_cast<std::int64_t>(integer_expression(at_));
  while (at_.accept(",")) result.parts.push_back(full_operand(false));
  at_.expect("]");
  return result;
}

operand body_parser::list(std::string_view open, std::string_view close) {
  at_.expect(open);
  operand result{.what = operand::kind::list};
  while (!at_.accept(close)) {
    result.parts.push_back(simple_operand());
    if (!at_.peek().is(close)) at_.expect(",");
  }
  return result;
}

operand body_parser::simple_operand() {
  if (begins_constant(at_)) return constant_expression(at_);
  const bool negated = at_.accept("!");
  const token& word = at_.take();
  if (word.what != token::kind::word) at_.fail(fmt::format("unexpected '{}'", word.text));
  if (word.text == "_") return {};
  if (const auto found = scopes_.find_register(word.text))
    return {.what = operand::kind::reg, .index = *found, .negated = negated};
  if (const auto found = scopes_.find_vector(word.text)) return vector_register(*found);
  if (word.text.starts_with('%'))
    return {.what = operand::kind::special, .name = std::string(word.text)};
  operand result{.what = operand::kind::variable};
  result.name = scopes_.find_variable(word.text).value_or(std::string(word.text));
  if (at_.peek().is("+") || at_.peek().is("-"))
    result.offset = static_cast<std::int64_t>(integer_expression(at_));
  return result;
}

operand body_parser::vector_register(const name_scopes::vector& from) {
  operand result{.what = operand::kind::list};
  for (std::uint32_t i = 0; i < from.parts; ++i)
    result.parts.push_back({.what = operand::kind::reg, .index = from.first + i});
  return result;
}

}  // namespace warpmark::simt
