// The grammar of arguments, see argument.hpp.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/inspect/argument.hpp"

namespace warpmark::inspect {
namespace {

// The maximum nesting of structures, which bounds the stack.
constexpr int max_structure_depth = 16;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// "a,{b,c},d(e,f)" at its outer commas. Throws for unbalanced brackets.
std::vector<std::string_view> at_commas(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '(') ++depth;
    if ((text[i] == '}' || text[i] == ')') && --depth < 0)
      throw usage_error(fmt::format("unmatched '{}'", text[i]));
    if (text[i] != ',' || depth != 0) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (depth != 0) throw usage_error("unclosed bracket");
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

buffer_reference parse_reference(std::string_view text) {
  buffer_reference result;
  const std::string_view body = text.substr(1);
  const bool indexed = body.ends_with("]");
  const auto plus = body.find(indexed ? '[' : '+');
  result.name = trimmed(body.substr(0, plus));
  if (!is_name(result.name))
    throw usage_error(fmt::format(
        "'@{}': expected the name of a buffer, e.g. @in, @in+16 (bytes) or @in[4]", result.name));
  if (plus == std::string_view::npos) return result;
  const std::string_view offset =
      trimmed(body.substr(plus + 1, body.size() - plus - 1 - (indexed ? 1 : 0)));
  const auto value = parse_whole(offset);
  if (!value || value->negative)
    throw usage_error(fmt::format("offset '{}': expected a number of {}", offset,
                                  indexed ? "elements" : "bytes"));
  (indexed ? result.first_element : result.offset_bytes) = value->magnitude;
  return result;
}

scalar_value parse_scalar(std::string_view type_text, std::string_view value_text) {
  scalar_value result{.type = parse_value_type(type_text), .bytes = {}};
  const std::size_t step = size_bytes(result.type.kind);
  result.bytes.resize(size_bytes(result.type));
  std::vector<std::string_view> values = {value_text};
  if (value_text.starts_with("{") && value_text.ends_with("}") && value_text.size() >= 2)
    values = at_commas(value_text.substr(1, value_text.size() - 2));
  if (values.size() != result.type.lanes)
    throw usage_error(fmt::format("{} takes {} value{}, not {}; expected e.g. {}",
                                  name(result.type), result.type.lanes,
                                  result.type.lanes == 1 ? "" : "s in {…}", values.size(),
                                  result.type.lanes == 1 ? "i32=5" : "f32x2={1,2}"));
  for (std::size_t i = 0; i < values.size(); ++i)
    encode(result.type.kind, parse_number(result.type.kind, values[i]),
           result.bytes.data() + i * step);
  return result;
}

// Parses the part of a buffer before '=': "[NAME:]TYPE[COUNT]".
buffer_definition parse_head(std::string_view head, const std::string& unnamed) {
  buffer_definition result;
  result.name = unnamed;
  if (const auto colon = head.find(':'); colon != std::string_view::npos) {
    result.name = trimmed(head.substr(0, colon));
    if (!is_name(result.name))
      throw usage_error(fmt::format("name '{}': expected letters, digits and '_'", result.name));
    head = trimmed(head.substr(colon + 1));
  }
  const auto open = head.find('[');
  if (open == std::string_view::npos)
    throw usage_error(
        fmt::format("'{}' has no count; expected e.g. {}:f32[1024]=zeros", head, result.name));
  result.type = parse_value_type(trimmed(head.substr(0, open)));
  if (!head.ends_with("]")) throw usage_error("the count's ']' is missing");
  result.shape = parse_shape(head.substr(open + 1, head.size() - open - 2));
  return result;
}

buffer_definition parse_definition(std::string_view text, const std::string& unnamed) {
  const auto equals = text.find('=');
  buffer_definition result = parse_head(trimmed(text.substr(0, equals)), unnamed);
  if (equals == std::string_view::npos)
    throw usage_error(fmt::format("no initial value; expected e.g. {}=zeros", text));
  result.initial = parse_initial_values(result.type.kind, trimmed(text.substr(equals + 1)));
  check(result);
  return result;
}

bool is_texture(std::string_view text) {
  return text.starts_with("texture(") || text.starts_with("surface(");
}

// "tensor_map(@a, box=64x64)"
tensor_map_argument parse_tensor_map(std::string_view text) {
  const auto begin = text.find('(') + 1;
  if (!text.ends_with(")")) throw usage_error("the tensor map's ')' is missing");
  const auto parts = at_commas(text.substr(begin, text.size() - begin - 1));
  if (!parts[0].starts_with("@"))
    throw usage_error(fmt::format(
        "'{}': expected the name of a buffer first, e.g. tensor_map(@a, box=64x64)", parts[0]));
  return parse_tensor_map(parse_reference(parts[0]), std::span(parts).subspan(1));
}

argument parse_plain(std::string_view text, int depth) {
  if (text == "null") return {buffer_reference{}};
  if (text.starts_with("@")) return {parse_reference(text)};
  if (is_texture(text)) {
    const auto open = text.find('(');
    if (!text.ends_with(")")) throw usage_error("the ')' is missing");
    return {parse_texture(text.starts_with("surface"),
                          at_commas(text.substr(open + 1, text.size() - open - 2)))};
  }
  if (text.starts_with("tensor_map(")) return {parse_tensor_map(text)};
  if (text.starts_with("{")) {
    if (!text.ends_with("}")) throw usage_error("the structure's '}' is missing");
    if (depth == max_structure_depth)
      throw usage_error(fmt::format("structures nested deeper than {}", max_structure_depth));
    structure_value result;
    for (const auto part : at_commas(text.substr(1, text.size() - 2)))
      result.members.push_back(parse_plain(part, depth + 1));
    return {std::move(result)};
  }
  const auto equals = text.find('=');
  if (equals == std::string_view::npos)
    throw usage_error(
        fmt::format("'{}' has no '='; expected e.g. i32=5, f32[1024]=zeros, @name or null", text));
  if (text.substr(0, equals).find_first_of("[:") != std::string_view::npos)
    throw usage_error(
        "a buffer cannot be defined inside a structure; define it before, and name "
        "it here by @name");
  return {parse_scalar(trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1)))};
}

template <class F>
auto in_context(std::string_view noun, std::string_view text, F&& parse) {
  try {
    return parse();
  } catch (const usage_error& error) {
    throw usage_error(fmt::format("{} '{}': {}", noun, text, error.what()));
  }
}

}  // namespace

parsed_argument parse_argument(std::string_view text, const std::string& unnamed) {
  return in_context("argument", text, [&]() -> parsed_argument {
    const std::string_view body = trimmed(text);
    const bool plain = body.starts_with("{") || body.starts_with("@") ||
                       body.starts_with("tensor_map(") || is_texture(body);
    const std::string_view head = body.substr(0, body.find('='));
    if (plain || head.find_first_of("[:") == std::string_view::npos) return {parse_plain(body, 0)};
    buffer_definition defined = parse_definition(body, unnamed);
    return {{buffer_reference{defined.name, 0}}, {std::move(defined)}};
  });
}

buffer_definition parse_buffer_definition(std::string_view text, const std::string& unnamed) {
  return in_context("buffer", text, [&] { return parse_definition(trimmed(text), unnamed); });
}

}  // namespace warpmark::inspect
