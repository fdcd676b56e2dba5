#include <fmt/format.h>

#include "simt/ptx/body_parser.hpp"

// The operands of statements.

namespace warpmark::simt {

operand body_parser::label() {
  return {.what = operand::kind::label, .name = std::string(at_.take().text)};
}

operand body_parser::full_operand(bool jumps) {
  if (jumps && at_.peek().what == token::kind::word && !at_.peek().text.starts_with('%'))
    return label();
  if (at_.peek().is("{")) return list("{", "}");
  if (at_.peek().is("(")) return list("(", ")");
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
    result.offset = static_cast<std::int64_t>(at_.integer());
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
  const bool negated = at_.accept("!");
  if (at_.peek().is("-") || at_.peek().what == token::kind::number) return at_.literal();
  const token& word = at_.take();
  if (word.what != token::kind::word) at_.fail(fmt::format("unexpected '{}'", word.text));
  if (word.text == "_") return {};
  if (word.text == "WARP_SZ") return {.what = operand::kind::integer, .bits = 32};
  if (const auto found = scopes_.find_register(word.text))
    return {.what = operand::kind::reg, .index = *found, .negated = negated};
  if (word.text.starts_with('%'))
    return {.what = operand::kind::special, .name = std::string(word.text)};
  operand result{.what = operand::kind::variable};
  result.name = scopes_.find_variable(word.text).value_or(std::string(word.text));
  if (at_.peek().is("+") && at_.peek(1).what == token::kind::number) {
    at_.take();
    result.offset = static_cast<std::int64_t>(at_.integer());
  }
  return result;
}

}  // namespace warpmark::simt
