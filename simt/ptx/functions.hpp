#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "simt/ptx/module.hpp"

namespace warpmark::simt {

/// The function of that name or alias, or nullptr.
const ptx_function* find_function(const ptx_module& module, const std::string& name);

/// What a function's name means as a value. The same for all kernels of a module; memory is never
/// there.
std::uint64_t code_address(const ptx_module& module, const ptx_function& function);

/// The operands of a call: "(ret0), name, (param0, …)" and its shorter forms.
struct call_operands {
  const operand* callee = nullptr;  ///< A name, or the register with a function's address.
  const operand* results = nullptr;
  const operand* arguments = nullptr;
  bool indirect() const { return callee && callee->what == operand::kind::reg; }
};
call_operands read_call(const statement& call);

/// What a kernel's calls can reach.
class call_graph {
 public:
  explicit call_graph(const ptx_module& module);

  /// Whether a call of this function may come to the same function again.
  bool recursive(const std::string& name) const { return recursive_.count(name) != 0; }
  /// Defined functions whose address the module takes, in the order of their names.
  const std::vector<const ptx_function*>& addressed() const { return addressed_; }

 private:
  const ptx_module& module_;
  std::vector<const ptx_function*> addressed_;
  std::set<std::string> recursive_;
};

}  // namespace warpmark::simt
