#include "cli/config/defaults_text.hpp"

#include <charconv>

#include <fmt/format.h>

#include "base/toml_text.hpp"
#include "base/usage_error.hpp"

namespace warpmark {
namespace {

// toml++ counts lines and columns from 1, and columns in code points.
std::size_t offset_of(const std::string& text, const toml::source_position& position) {
  std::size_t at = 0;
  for (toml::source_index line = 1; line < position.line; ++line) at = text.find('\n', at) + 1;
  for (toml::source_index column = 1; column < position.column && at < text.size(); ++column) {
    do ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
  }
  return at;
}

std::string literal(const std::string& value) {
  if (value == "true" || value == "false") return value;
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  // "010" is a number on a command line, but no TOML.
  const bool is_number = error == std::errc() && end == value.data() + value.size() &&
                         value.find_first_not_of("0123456789.-") == std::string::npos &&
                         !value.ends_with('.') && !(value.starts_with('0') && value.size() > 1);
  if (is_number) return value;
  std::string text = "\"";
  for (const char letter : value) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter;
  }
  return text + '"';
}

const toml::node* found(const toml::table& tables, const std::string& verb,
                        const std::string& option) {
  const auto* table = tables[verb].as_table();
  return table == nullptr ? nullptr : table->get(option);
}

}  // namespace

std::string with_default(const std::string& text, const std::string& file, const std::string& verb,
                         const std::string& option, const std::string& value) {
  const auto tables = inspect::parse_toml(text, file);
  std::string result = text;
  if (const auto* node = found(tables, verb, option)) {
    const auto begin = offset_of(text, node->source().begin);
    const auto end = offset_of(text, node->source().end);
    return result.replace(begin, end - begin, literal(value));
  }
  const std::string line = fmt::format("{} = {}\n", option, literal(value));
  if (const auto* table = tables[verb].as_table()) {
    const auto end_of_header = text.find('\n', offset_of(text, table->source().begin));
    if (end_of_header == std::string::npos) return result + '\n' + line;
    return result.insert(end_of_header + 1, line);
  }
  if (!result.empty()) result += result.ends_with('\n') ? "\n" : "\n\n";
  return result + fmt::format("[{}]\n{}", verb, line);
}

std::string without_default(const std::string& text, const std::string& file,
                            const std::string& verb, const std::string& option) {
  const auto tables = inspect::parse_toml(text, file);
  const auto* node = found(tables, verb, option);
  if (node == nullptr)
    throw usage_error(fmt::format("{}: {}.{} is not set there", file, verb, option));
  const auto value = offset_of(text, node->source().begin);
  const auto begin = value == 0 ? 0 : text.rfind('\n', value - 1) + 1;
  const auto end = text.find('\n', offset_of(text, node->source().end));
  std::string result = text;
  return result.erase(begin, end == std::string::npos ? end : end + 1 - begin);
}

}  // namespace warpmark
