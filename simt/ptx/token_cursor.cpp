#include "simt/ptx/token_cursor.hpp"

#include <bit>
#include <charconv>

#include <fmt/format.h>

#include "simt/errors.hpp"

namespace warpmark::simt {

void token_cursor::expect(std::string_view text) {
  if (!accept(text)) fail(fmt::format("expected '{}' before '{}'", text, peek().text));
}

void token_cursor::skip_line() {
  for (const int line = peek().line; peek().line == line && !at_end();) take();
}

void token_cursor::skip_past(std::string_view text) {
  while (!accept(text)) {
    if (at_end()) fail(fmt::format("expected '{}' before the end", text));
    take();
  }
}

void token_cursor::skip_parentheses() {
  if (!accept("(")) return;
  for (int depth = 1; depth > 0;) {
    if (at_end()) fail("'(' without ')'");
    if (peek().is("(")) ++depth;
    if (peek().is(")")) --depth;
    take();
  }
}

void token_cursor::fail(const std::string& why) const {
  const int line = peek().line;
  std::size_t begin = 0;
  for (int i = 1; i < line; ++i) begin = text_.find('\n', begin) + 1;
  const auto shown = text_.substr(begin, text_.find('\n', begin) - begin);
  throw parse_error(fmt::format("PTX line {}: {} in: {}", line, why, shown));
}

operand token_cursor::literal() {
  const bool negative = accept("-");
  const token& number = peek();
  std::string_view text = number.text;
  operand result{.what = operand::kind::integer};
  if (number.what != token::kind::number) fail(fmt::format("'{}' is not a number", text));
  const bool is_hexadecimal = text.size() > 1 && text[0] == '0' && std::isalpha(text[1]) != 0;
  if (text.find_first_of(is_hexadecimal ? "." : ".eE") != std::string_view::npos)
    return decimal(negative);
  const char mark = text.size() > 1 && text[0] == '0' ? text[1] : ' ';
  int base = 10;
  if (mark == 'f' || mark == 'F' || mark == 'd' || mark == 'D') {
    result.what = operand::kind::real;
    result.real_type = mark == 'f' || mark == 'F' ? scalar_type::f32 : scalar_type::f64;
    text.remove_prefix(2), base = 16;
  } else if (mark == 'x' || mark == 'X') {
    text.remove_prefix(2), base = 16;
  } else if (mark == 'b' || mark == 'B') {
    text.remove_prefix(2), base = 2;
  } else if (mark >= '0' && mark <= '7') {
    text.remove_prefix(1), base = 8;
  }
  if (text.ends_with('U')) text.remove_suffix(1);
  const auto* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, result.bits, base);
  if (parsed.ec != std::errc{} || parsed.ptr != end)
    fail(fmt::format("'{}' is not a number", number.text));
  take();
  if (!negative) return result;
  if (result.what == operand::kind::integer)
    result.bits = 0 - result.bits;
  else
    result.bits ^= std::uint64_t{1} << (result.real_type == scalar_type::f32 ? 31 : 63);
  return result;
}

operand token_cursor::decimal(bool negative) {
  const std::string_view text = peek().text;
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size())
    fail(fmt::format("'{}' is not a number", text));
  take();
  return {.what = operand::kind::real,
          .bits = std::bit_cast<std::uint64_t>(negative ? -value : value),
          .real_type = scalar_type::f64};
}

std::uint64_t token_cursor::integer() { return literal().bits; }

std::uint64_t token_cursor::integer_up_to(std::uint64_t max, std::string_view noun) {
  const std::uint64_t value = integer();
  if (value > max) fail(fmt::format("{} {} is more than {}", noun, value, max));
  return value;
}

}  // namespace warpmark::simt
