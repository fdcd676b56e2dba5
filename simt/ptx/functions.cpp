#include "simt/ptx/functions.hpp"

#include <iterator>

namespace warpmark::simt {
namespace {

constexpr std::uint64_t code_window = 0x2000'0000'0000;

using graph = std::map<std::string, std::set<std::string>>;

bool reaches(const graph& calls, const std::string& from, const std::string& callee) {
  std::set<std::string> seen;
  std::vector<std::string> open{from};
  while (!open.empty()) {
    const std::string at = std::move(open.back());
    open.pop_back();
    const auto found = calls.find(at);
    if (found == calls.end()) continue;
    if (found->second.contains(callee)) return true;
    for (const std::string& next : found->second)
      if (seen.insert(next).second) open.push_back(next);
  }
  return false;
}

}  // namespace

const ptx_function* find_function(const ptx_module& module, const std::string& name) {
  auto found = module.functions.find(name);
  if (found == module.functions.end() || !found->second.defined)
    if (const auto alias = module.aliases.find(name); alias != module.aliases.end())
      found = module.functions.find(alias->second);
  return found == module.functions.end() ? nullptr : &found->second;
}

std::uint64_t code_address(const ptx_module& module, const ptx_function& function) {
  const auto found = module.functions.find(function.name);
  const auto index = std::distance(module.functions.begin(), found);
  return code_window + 64 * (static_cast<std::uint64_t>(index) + 1);
}

call_operands read_call(const statement& call) {
  call_operands result;
  for (const operand& item : call.operands) {
    if (item.what == operand::kind::list)
      (result.callee ? result.arguments : result.results) = &item;
    else if (!result.callee)
      result.callee = &item;
  }
  return result;
}

call_graph::call_graph(const ptx_module& module) : module_(module) {
  std::set<std::string> taken;
  graph calls;
  std::set<std::string> indirect;
  for (const ptx_variable& variable : module_.variables)
    for (const ptx_address_value& value : variable.addresses) taken.insert(value.name);
  for (const auto& [name, function] : module_.functions)
    for (const statement& statement : function.body) {
      if (statement.opcode != "call") {
        for (const operand& used : statement.operands)
          if (used.what == operand::kind::variable) taken.insert(used.name);
        continue;
      }
      const call_operands call = read_call(statement);
      if (call.indirect())
        indirect.insert(name);
      else if (call.callee)
        if (const auto* callee = find_function(module_, call.callee->name))
          calls[name].insert(callee->name);
    }
  std::set<std::string> addressed;
  for (const std::string& name : taken)
    if (const auto* function = find_function(module_, name); function && function->defined)
      if (!function->entry && addressed.insert(function->name).second)
        addressed_.push_back(function);
  for (const std::string& name : indirect) calls[name].insert(addressed.begin(), addressed.end());
  for (const auto& [name, callees] : calls)
    if (reaches(calls, name, name)) recursive_.insert(name);
}

std::set<std::string> used_names(const ptx_module& module, const call_graph& graph,
                                 const ptx_function& function) {
  std::set<std::string> names;
  std::vector<const ptx_function*> open = graph.addressed();
  open.push_back(&function);
  const auto add = [&](const auto& self, const operand& used) -> void {
    if (!used.name.empty() && names.insert(used.name).second)
      if (const ptx_function* called = find_function(module, used.name)) open.push_back(called);
    for (const operand& part : used.parts) self(self, part);
  };
  while (!open.empty()) {
    const ptx_function& next = *open.back();
    open.pop_back();
    for (const statement& statement : next.body)
      for (const operand& used : statement.operands) add(add, used);
  }
  return names;
}

}  // namespace warpmark::simt
