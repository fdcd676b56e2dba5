#include "bench/kernels_file/template_text.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark::kernels_file {
namespace {

std::string spelled(const parameter_value& value, spelling types) {
  std::string text = to_text(value);
  if (types == spelling::as_named || !std::holds_alternative<std::string>(value)) return text;
  const auto type = parse_element_type(text);
  return type ? std::string(cuda_spelling(*type)) : text;
}

}  // namespace

template_text::template_text(std::string_view text, std::string where)
    : text_(text), where_(std::move(where)) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if ((c == '{' || c == '}') && doubled) {
      plain += c;
      ++at;
    } else if (c == '}') {
      refuse_expression(where_, text, at, "'}' without '{'; a brace itself is '}}'");
    } else if (c == '{') {
      const auto end = text.find('}', at);
      if (end == std::string_view::npos)
        refuse_expression(where_, text, at, "'{' without '}'; a brace itself is '{{'");
      if (!plain.empty()) parts_.emplace_back(std::exchange(plain, {}));
      parts_.emplace_back(expression(text.substr(at + 1, end - at - 1), where_));
      at = end;
    } else {
      plain += c;
    }
  }
  if (!plain.empty()) parts_.emplace_back(plain);
}

std::string template_text::rendered(const name_values& names, spelling types) const {
  std::string result;
  for (const auto& part : parts_) {
    if (const auto* plain = std::get_if<std::string>(&part))
      result += *plain;
    else
      result += spelled(std::get<expression>(part).value(names), types);
  }
  return result;
}

std::vector<const expression*> template_text::expressions() const {
  std::vector<const expression*> result;
  for (const auto& part : parts_)
    if (const auto* held = std::get_if<expression>(&part)) result.push_back(held);
  return result;
}

}  // namespace warpmark::kernels_file
