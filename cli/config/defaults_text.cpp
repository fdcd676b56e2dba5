#include "cli/config/defaults_text.hpp"

#include <algorithm>

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

// As TOML reads it: numbers, true and false as they are, everything else as a string.
std::string literal(const std::string& value) {
  if (std::any_of(value.begin(), value.end(),
                  [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; }))
    throw usage_error("config: the value has a control character; expected text of one line");
  try {
    const auto parsed = toml::parse("x = " + value);
    const auto& node = *parsed.get("x");
    if (parsed.size() == 1 && (node.is_boolean() || node.is_number())) return value;
  } catch (const toml::parse_error&) {
    // A text without quotes.
  }
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

// Tables in other notations, as dotted keys, would need another edit.
void require_edited(const std::string& text, const std::string& file, const std::string& verb,
                    const std::string& option, bool is_set, const toml::table& before) {
  auto expected = before;
  if (auto* table = expected[verb].as_table()) table->erase(option);
  try {
    auto after = toml::parse(text);
    auto* table = after[verb].as_table();
    const bool has = table != nullptr && table->contains(option);
    if (table != nullptr) table->erase(option);
    if (expected[verb].as_table() == nullptr) expected.insert(verb, toml::table());
    if (table == nullptr) after.insert(verb, toml::table());
    if (has == is_set && after == expected) return;
  } catch (const toml::parse_error&) {
    // Reported below.
  }
  throw usage_error(
      fmt::format("{}: {}.{} cannot be changed here: it is not a line of a table [{}]; edit the "
                  "file",
                  file, verb, option, verb));
}

std::string edited(const std::string& text, const toml::table& tables, const std::string& verb,
                   const std::string& option, const std::string& value) {
  std::string result = text;
  if (const auto* node = found(tables, verb, option)) {
    const auto begin = offset_of(text, node->source().begin);
    const auto end = offset_of(text, node->source().end);
    return result.replace(begin, end - begin, literal(value));
  }
  const std::string line_end = text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
  const std::string line = fmt::format("{} = {}{}", option, literal(value), line_end);
  if (const auto* table = tables[verb].as_table()) {
    const auto end_of_header = text.find('\n', offset_of(text, table->source().begin));
    if (end_of_header == std::string::npos) return result + line_end + line;
    return result.insert(end_of_header + 1, line);
  }
  if (!result.empty()) result += result.ends_with('\n') ? line_end : line_end + line_end;
  return result + fmt::format("[{}]{}{}", verb, line_end, line);
}

}  // namespace

std::string with_default(const std::string& text, const std::string& file, const std::string& verb,
                         const std::string& option, const std::string& value) {
  const auto tables = inspect::parse_toml(text, file);
  if (const auto* node = found(tables, verb, option); node != nullptr && !node->is_value())
    throw usage_error(
        fmt::format("{}: {}.{} has several values; edit the file", file, verb, option));
  const std::string result = edited(text, tables, verb, option, value);
  require_edited(result, file, verb, option, true, tables);
  return result;
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
  result.erase(begin, end == std::string::npos ? end : end + 1 - begin);
  require_edited(result, file, verb, option, false, tables);
  return result;
}

}  // namespace warpmark
