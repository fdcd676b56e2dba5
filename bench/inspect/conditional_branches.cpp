#include "bench/inspect/conditional_branches.hpp"

namespace warpmark::inspect {
namespace {

std::string_view trimmed_condition(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_false(std::string_view condition) {
  condition = condition.substr(0, condition.find("//"));
  condition = trimmed_condition(condition.substr(0, condition.find("/*")));
  return condition == "0" || condition == "false";
}

// Brackets that are opened minus those that are closed.
int surplus(const std::vector<token>& tokens, std::size_t begin, std::size_t end) {
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens[i].is_skipped || tokens[i].what != token::kind::symbol) continue;
    const char c = tokens[i].text.front();
    if (c == '{' || c == '(') ++depth;
    if (c == '}' || c == ')') --depth;
  }
  return depth;
}

void skip(std::vector<token>& tokens, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) tokens[i].is_skipped = true;
}

}  // namespace

void conditional_branches::add(std::string_view directive, std::string_view text,
                               std::vector<token>& tokens) {
  if (directive == "if" || directive == "ifdef" || directive == "ifndef")
    open_.push_back(
        {.begins = {tokens.size()}, .first_is_dead = directive == "if" && is_false(text)});
  else if (directive == "endif" && !open_.empty())
    end_condition(tokens);
  else if (directive.starts_with("el") && !open_.empty())
    open_.back().begins.push_back(tokens.size());
}

void conditional_branches::end_condition(std::vector<token>& tokens) {
  const condition ended = open_.back();
  open_.pop_back();
  std::vector<std::size_t> bounds = ended.begins;
  bounds.push_back(tokens.size());
  const std::size_t first = ended.first_is_dead ? 1 : 0;
  if (ended.first_is_dead) skip(tokens, bounds[0], bounds[1]);
  bool pairs_up = true;
  for (std::size_t i = first; i + 1 < bounds.size(); ++i)
    pairs_up = pairs_up && surplus(tokens, bounds[i], bounds[i + 1]) == 0;
  if (pairs_up) return;
  for (std::size_t i = first + 1; i + 1 < bounds.size(); ++i)
    skip(tokens, bounds[i], bounds[i + 1]);
}

void conditional_branches::finish(std::vector<token>& tokens) {
  while (!open_.empty()) end_condition(tokens);
}

}  // namespace warpmark::inspect
