#include "tuning/profile/cpp_names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace warpmark::tuning {
namespace {

constexpr bool is_digit(char character) { return character >= '0' && character <= '9'; }
constexpr bool is_letter(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// [lex.key] of C++20 with the alternative tokens; CUDA adds only macros.
constexpr std::array<std::string_view, 92> keywords = {
    "alignas",       "alignof",     "and",
    "and_eq",        "asm",         "auto",
    "bitand",        "bitor",       "bool",
    "break",         "case",        "catch",
    "char",          "char16_t",    "char32_t",
    "char8_t",       "class",       "co_await",
    "co_return",     "co_yield",    "compl",
    "concept",       "const",       "const_cast",
    "consteval",     "constexpr",   "constinit",
    "continue",      "decltype",    "default",
    "delete",        "do",          "double",
    "dynamic_cast",  "else",        "enum",
    "explicit",      "export",      "extern",
    "false",         "float",       "for",
    "friend",        "goto",        "if",
    "inline",        "int",         "long",
    "mutable",       "namespace",   "new",
    "noexcept",      "not",         "not_eq",
    "nullptr",       "operator",    "or",
    "or_eq",         "private",     "protected",
    "public",        "register",    "reinterpret_cast",
    "requires",      "return",      "short",
    "signed",        "sizeof",      "static",
    "static_assert", "static_cast", "struct",
    "switch",        "template",    "this",
    "thread_local",  "throw",       "true",
    "try",           "typedef",     "typeid",
    "typename",      "union",       "unsigned",
    "using",         "virtual",     "void",
    "volatile",      "wchar_t",     "while",
    "xor",           "xor_eq"};

}  // namespace

std::string cpp_identifier(const std::string& text) {
  std::string result = text;
  for (char& character : result)
    if (!is_letter(character) && !is_digit(character)) character = '_';
  if (result.empty() || is_digit(result.front())) result = "_" + result;
  if (std::find(keywords.begin(), keywords.end(), result) != keywords.end()) result += '_';
  return result;
}

std::string cpp_element_type(const std::string& type) {
  static const std::map<std::string, std::string> names = {
      {"i8", "std::int8_t"},    {"u8", "std::uint8_t"},   {"i16", "std::int16_t"},
      {"u16", "std::uint16_t"}, {"i32", "std::int32_t"},  {"u32", "std::uint32_t"},
      {"i64", "std::int64_t"},  {"u64", "std::uint64_t"}, {"f32", "float"},
      {"f64", "double"}};
  const auto found = names.find(type);
  return found == names.end() ? "" : found->second;
}

std::string cpp_string(const std::string& text) {
  std::string result = "\"";
  for (const char character : text) {
    if (character == '"' || character == '\\') result += '\\';
    result += character == '\n' ? ' ' : character;
  }
  return result + '"';
}

std::string cpp_comment(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  // A backslash at the end would continue the comment on the next line.
  while (text.ends_with('\\')) text.pop_back();
  return text;
}

}  // namespace warpmark::tuning
