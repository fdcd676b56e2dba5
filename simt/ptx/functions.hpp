#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// The function of that name or alias, or nullptr.
const ptx_function* find_function(const ptx_module& module, const std::string& name);

/// The address that a function's name has as a value. It is the same for all kernels of a module
/// and outside of all memory.
std::uint64_t code_address(const ptx_module& module, const ptx_function& function);

/// The operands of a call: "(ret0), name, (param0, …)" and its shorter forms.
struct call_operands {
  const operand* callee = nullptr;  ///< A name, or the register with a function's address.
  const operand* results = nullptr;
  const operand* arguments = nullptr;
  bool indirect() const { return callee && callee->what == operand::kind::reg; }
};
call_operands read_call(const statement& call);

/// The call graph of a kernel.
class call_graph {
 public:
  explicit call_graph(const ptx_module& module);

  /// Whether this function may call itself, directly or indirectly.
  bool recursive(const std::string& name) const { return recursive_.contains(name); }
  /// Defined functions whose address the module takes, sorted by name.
  const std::vector<const ptx_function*>& addressed() const { return addressed_; }

 private:
  const ptx_module& module_;
  std::vector<const ptx_function*> addressed_;
  std::set<std::string> recursive_;
};

/// The names that a function uses, and those that it may call, directly or through pointers: of
/// variables, functions, labels and special registers.
std::set<std::string> used_names(const ptx_module& module, const call_graph& graph,
                                 const ptx_function& function);

}  // namespace warpmark::simt
