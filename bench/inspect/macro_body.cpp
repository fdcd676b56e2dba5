#include "bench/inspect/macro_body.hpp"

#include <algorithm>

namespace warpmark::inspect {
namespace {

bool is_word(const token& token) { return token.what == token::kind::word; }

// The identifiers of "(a, b, ...)", and where the body begins.
std::size_t read_parameters(std::string_view text, std::vector<std::string_view>& to) {
  const auto close = std::min(text.find(')'), text.size());
  for (std::size_t i = 1; i < close;) {
    std::size_t end = i;
    while (end < close && is_word_letter(text[end])) ++end;
    if (end > i) to.push_back(text.substr(i, end - i));
    i = end + 1;
  }
  return std::min(close + 1, text.size());
}

void read_pasting(const std::vector<token>& body, const std::vector<std::string_view>& parameters,
                  macro_definition& to) {
  const auto is_parameter = [&](const token& token) {
    return std::find(parameters.begin(), parameters.end(), token.text) != parameters.end();
  };
  for (std::size_t i = 1; i + 1 < body.size(); ++i) {
    if (body[i].text != "##") continue;
    const bool spelled_before = is_word(body[i - 1]) && !is_parameter(body[i - 1]);
    const bool spelled_after = is_word(body[i + 1]) && !is_parameter(body[i + 1]);
    if (spelled_before) to.prefixes.push_back(body[i - 1].text);
    if (spelled_after) to.suffixes.push_back(body[i + 1].text);
    if (!spelled_before && !spelled_after) to.pastes_any_name = true;
  }
}

}  // namespace

macro_definition macro_of(std::string_view text) {
  macro_definition result;
  const auto begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::size_t end = begin;
  while (end < text.size() && is_word_letter(text[end])) ++end;
  result.name = text.substr(begin, end - begin);
  text.remove_prefix(end);
  std::vector<std::string_view> parameters;
  result.has_parameters = text.starts_with('(');
  if (result.has_parameters) text.remove_prefix(read_parameters(text, parameters));
  const auto body = tokens_of(text).tokens;
  for (const auto& token : body) {
    if (is_word(token)) result.words.push_back(token.text);
    if (token.text == "{" || token.text == "}" || token.text == ";") result.is_declaration = true;
  }
  read_pasting(body, parameters, result);
  return result;
}

}  // namespace warpmark::inspect
