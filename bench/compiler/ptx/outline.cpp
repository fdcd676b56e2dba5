#include "bench/compiler/ptx/outline.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace warpmark::compiler {
namespace {

bool is_function(const ptx_statement& statement) {
  return statement.kind == ptx_statement_kind::entry ||
         statement.kind == ptx_statement_kind::function;
}

// Labels in functions are the contents of the others; this one has names that `.loc` refers to.
bool belongs_to_debugger(const ptx_statement& statement) {
  return statement.kind == ptx_statement_kind::section && statement.name != ".debug_str";
}

std::optional<std::uint32_t> number_at(std::string_view text, std::size_t& at) {
  skip_blanks(text, at);
  const std::string_view word = take_word(text, at);
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// "128", "16, 8" or "8, 8, 4", after a directive.
std::optional<extent3> extent_at(std::string_view text, std::size_t at) {
  extent3 result;
  std::uint32_t* const axes[] = {&result.x, &result.y, &result.z};
  for (std::uint32_t* axis : axes) {
    const auto value = number_at(text, at);
    if (!value || *value == 0) return std::nullopt;
    *axis = *value;
    skip_blanks(text, at);
    if (at >= text.size() || text[at] != ',') break;
    ++at;
  }
  return result;
}

}  // namespace

ptx_outline::ptx_outline(std::string_view ptx) : ptx_(ptx), statements_(ptx_statements(ptx)) {
  for (const auto& statement : statements_) {
    const std::string name(statement.name);
    if (statement.kind == ptx_statement_kind::version && version_.empty()) version_ = name;
    if (statement.kind == ptx_statement_kind::target && target_.empty()) target_ = name;
    if (statement.kind == ptx_statement_kind::entry && statement.has_body) entries_.push_back(name);
    if (statement.kind == ptx_statement_kind::variable && !name.empty()) variables_.push_back(name);
  }
}

// What precedes the body.
std::string_view ptx_outline::head_of(std::string_view entry) const {
  for (const auto& statement : statements_)
    if (statement.kind == ptx_statement_kind::entry && statement.name == entry)
      return statement.text.substr(0, statement.text.find('{'));
  return {};
}

std::optional<extent3> ptx_outline::required_block(std::string_view entry) const {
  constexpr std::string_view directive = ".reqntid";
  const std::string_view head = head_of(entry);
  const auto at = head.find(directive);
  if (at == std::string_view::npos) return std::nullopt;
  return extent_at(head, at + directive.size());
}

std::size_t ptx_outline::parameter_count(std::string_view entry) const {
  const std::string_view head = head_of(entry);
  std::size_t count = 0;
  for (std::size_t at = 0; skip_blanks(head, at), at < head.size();) {
    const auto word = take_word(head, at);
    if (word.empty()) ++at;
    if (word == ".param") ++count;
  }
  return count;
}

std::string ptx_outline::text_of(const std::vector<std::string>& roots) const {
  std::multimap<std::string_view, std::size_t> functions;
  for (std::size_t i = 0; i < statements_.size(); ++i)
    if (is_function(statements_[i])) functions.emplace(statements_[i].name, i);
  std::set<std::size_t> needed;
  std::vector<std::size_t> unread;
  const auto need = [&](std::string_view name) {
    const auto [first, last] = functions.equal_range(name);
    for (auto found = first; found != last; ++found)
      if (needed.insert(found->second).second) unread.push_back(found->second);
  };
  for (const auto& root : roots) need(root);
  for (const auto& statement : statements_)
    if (!is_function(statement) && !belongs_to_debugger(statement))
      for_each_name(statement.text, need);
  for (std::size_t i = 0; i < unread.size(); ++i) for_each_name(statements_[unread[i]].text, need);
  if (needed.size() == functions.size()) return std::string(ptx_);
  std::string result;
  std::size_t copied = 0;
  for (std::size_t i = 0; i < statements_.size(); ++i) {
    const ptx_statement& statement = statements_[i];
    if (is_function(statement) ? needed.contains(i) : !belongs_to_debugger(statement)) continue;
    const auto begin = static_cast<std::size_t>(statement.text.data() - ptx_.data());
    result += ptx_.substr(copied, begin - copied);
    result.append(
        static_cast<std::size_t>(std::count(statement.text.begin(), statement.text.end(), '\n')),
        '\n');
    copied = begin + statement.text.size();
  }
  return result += ptx_.substr(copied);
}

}  // namespace warpmark::compiler
