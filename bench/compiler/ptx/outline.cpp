#include "bench/compiler/ptx/outline.hpp"

#include <algorithm>
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
