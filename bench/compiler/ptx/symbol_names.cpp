#include "bench/compiler/ptx/symbol_names.hpp"

#include <algorithm>

#include "base/demangle.hpp"

namespace warpmark::compiler {
namespace {

bool continues_symbol(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

// Where the brackets that end a text begin; its size if it does not end in one.
std::size_t last_group(std::string_view text, char open, char close) {
  if (!text.ends_with(close)) return text.size();
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return text.size();
}

std::string without_abi_tags(std::string text) {
  constexpr std::string_view tag = "[abi:";
  for (std::size_t at = 0; (at = text.find(tag, at)) != std::string::npos;) {
    const auto end = text.find(']', at);
    text.erase(at, end == std::string::npos ? end : end + 1 - at);
  }
  return text;
}

std::string without_void(std::string text) {
  constexpr std::string_view result_type = "void ";
  return text.starts_with(result_type) ? text.substr(result_type.size()) : text;
}

// The positions behind each "::" outside of brackets.
std::vector<std::size_t> scope_ends(std::string_view text) {
  std::vector<std::size_t> ends;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '(') ++depth;
    if (text[i] == '>' || text[i] == ')') --depth;
    if (depth == 0 && text.compare(i, 2, "::") == 0) ends.push_back(i + 2);
  }
  return ends;
}

// "256" of "256u", "1" of "true".
std::string plain_literal(std::string_view word) {
  if (word == "true") return "1";
  if (word == "false") return "0";
  if (word.front() < '0' || word.front() > '9') return std::string(word);
  const auto last = word.find_last_not_of("uUlL");
  const auto digits = word.substr(0, last + 1);
  const bool is_number = digits.find_first_not_of("0123456789") == std::string_view::npos;
  return std::string(is_number ? digits : word);
}

}  // namespace

std::string readable_name(const std::string& name) {
  return without_void(without_abi_tags(demangled(name)));
}

std::string normalized_name(std::string_view name) {
  const std::string text = without_void(without_abi_tags(std::string(name)));
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && continues_symbol(text[end])) ++end;
    if (end > i)
      result += plain_literal(std::string_view(text).substr(i, end - i));
    else if (text[end++] != ' ')
      result += text[i];
    i = end;
  }
  return result;
}

symbol_spellings spellings_of(const std::string& name) {
  symbol_spellings result;
  const std::string full = normalized_name(readable_name(name)),
                    bare = full.substr(0, last_group(full, '(', ')')),
                    generic = bare.substr(0, last_group(bare, '<', '>'));
  result.complete = {full, bare};
  result.partial.push_back(generic);
  result.base = generic;
  for (const auto end : scope_ends(bare)) {
    result.partial.push_back(full.substr(end));
    result.partial.push_back(bare.substr(end));
    if (end >= generic.size()) continue;
    result.base = generic.substr(end);
    result.partial.push_back(result.base);
  }
  return result;
}

}  // namespace warpmark::compiler
