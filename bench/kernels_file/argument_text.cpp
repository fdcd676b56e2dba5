#include "bench/kernels_file/argument_text.hpp"

#include <fmt/format.h>

#include "base/number.hpp"
#include "base/usage_error.hpp"

namespace warpmark::kernels_file {
namespace {

constexpr const char* forms =
    "expected an address \"@NAME\" or \"@NAME[FIRST]\", \"null\", or a value \"TYPE=VALUE\", "
    "e.g. \"i32=n\" or \"f32=0.5\"";

[[noreturn]] void refuse(std::string_view text, const std::string& where, const char* why) {
  throw usage_error(fmt::format("{}: '{}': {}", where, text, why));
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

// Only floating-point literals have these characters; integers are expressions.
bool is_literal(std::string_view text) {
  try {
    inspect::parse_number(inspect::value_kind::f64, text);
    return true;
  } catch (const usage_error&) {
    return false;
  }
}

address_argument parse_address(std::string_view text, const std::string& where) {
  const auto bracket = text.find('[');
  address_argument result{.buffer = std::string(text.substr(1, bracket - 1))};
  if (!inspect::is_name(result.buffer)) refuse(text, where, forms);
  if (bracket == std::string_view::npos) return result;
  if (!text.ends_with(']')) refuse(text, where, "']' is missing");
  result.first_element.emplace(text.substr(bracket + 1, text.size() - bracket - 2), where);
  return result;
}

}  // namespace

value_argument parse_value(std::string_view text, const std::string& where) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) refuse(text, where, forms);
  const std::string_view value = trimmed(text.substr(equals + 1));
  value_argument result{.type = template_text(trimmed(text.substr(0, equals)), where)};
  if (is_literal(value)) result.literal = value;
  if (!is_literal(value) || value.find_first_not_of("0123456789") == std::string_view::npos)
    result.value.emplace(value, where);
  return result;
}

argument_description parse_argument(std::string_view text, const std::string& where) {
  const std::string_view all = trimmed(text);
  if (all == "null") return {where, address_argument{}};
  if (all.starts_with('@')) return {where, parse_address(all, where)};
  return {where, parse_value(all, where)};
}

}  // namespace warpmark::kernels_file
