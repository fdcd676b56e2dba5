#include "bench/backends/simt/ptx/flattening.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bench/backends/simt/errors.hpp"

namespace warpmark::simt {
namespace {

std::size_t aligned(std::size_t offset, std::size_t align) {
  return (offset + align - 1) / align * align;
}

class flattener {
 public:
  flattener(const ptx_module& module, const std::map<std::string, std::uint64_t>& globals)
      : module_(module), globals_(globals) {}

  flat_program run(const std::string& name) {
    const auto found = module_.functions.find(name);
    if (found == module_.functions.end() || !found->second.entry)
      throw device_error(fmt::format("simt: the PTX has no entry '{}'", name));
    const ptx_function& entry = found->second;
    place_module_variables();
    std::map<std::string, variable_place> parameters;
    for (const ptx_variable& each : entry.parameters) {
      program_.parameter_bytes = aligned(program_.parameter_bytes, each.align);
      parameters[each.name] = {state_space::param, program_.parameter_bytes};
      program_.parameters.emplace_back(program_.parameter_bytes, each.size);
      program_.parameter_bytes += each.size;
    }
    inline_function(entry, std::move(parameters));
    place_dynamic_shared();
    return std::move(program_);
  }

 private:
  void place_module_variables() {
    for (const ptx_variable& each : module_.variables) {
      if (each.space == state_space::shared) {
        if (!each.external) program_.module_variables[each.name] = place_shared(each);
      } else if (const auto found = globals_.find(each.name); found != globals_.end()) {
        program_.module_variables[each.name] = {state_space::global, found->second};
      }
    }
  }

  // Memory given by the launch lies behind all static variables; every `extern` name means it.
  void place_dynamic_shared() {
    std::size_t align = 16;
    for (const ptx_variable& each : module_.variables)
      if (each.space == state_space::shared && each.external) align = std::max(align, each.align);
    const std::size_t begin = aligned(program_.static_shared_bytes, align);
    bool used = false;
    for (const ptx_variable& each : module_.variables)
      if (each.space == state_space::shared && each.external) {
        program_.module_variables[each.name] = {state_space::shared, begin};
        used = true;
      }
    if (used) program_.static_shared_bytes = begin;
  }

  variable_place place_shared(const ptx_variable& variable) {
    program_.static_shared_bytes = aligned(program_.static_shared_bytes, variable.align);
    const variable_place result{state_space::shared, program_.static_shared_bytes};
    program_.static_shared_bytes += variable.size;
    return result;
  }

  variable_place place_local(const ptx_variable& variable) {
    program_.local_bytes = aligned(program_.local_bytes, std::max<std::size_t>(variable.align, 4));
    const variable_place result{state_space::local, program_.local_bytes};
    program_.local_bytes += variable.size;
    return result;
  }

  // A function's shared variable is one, however often the function is inlined.
  variable_place place(const ptx_function& function, const ptx_variable& variable) {
    if (variable.space != state_space::shared) return place_local(variable);
    const auto key = function.name + "/" + variable.name;
    const auto found = shared_.find(key);
    if (found != shared_.end()) return found->second;
    return shared_[key] = place_shared(variable);
  }

  void inline_function(const ptx_function& function,
                       std::map<std::string, variable_place> variables) {
    const auto index = static_cast<std::uint32_t>(program_.frames.size());
    call_frame frame{.function = &function,
                     .first_register = static_cast<std::uint32_t>(program_.registers.size()),
                     .variables = std::move(variables)};
    program_.registers.insert(program_.registers.end(), function.registers.begin(),
                              function.registers.end());
    for (const ptx_variable& each : function.locals)
      frame.variables[each.name] = place(function, each);
    program_.frames.push_back(std::move(frame));
    active_.insert(function.name);
    std::vector<std::uint32_t> positions;
    for (const statement& each : function.body) {
      positions.push_back(static_cast<std::uint32_t>(program_.statements.size()));
      program_.statements.push_back({&each, index});
      if (each.opcode == "call") inline_call(each, index);
    }
    positions.push_back(static_cast<std::uint32_t>(program_.statements.size()));
    program_.frames[index].positions = std::move(positions);
    active_.erase(function.name);
  }

  // call (ret0), name, (param0, …) and its shorter forms.
  void inline_call(const statement& call, std::uint32_t frame) {
    const operand* name = nullptr;
    std::vector<const operand*> lists;
    for (const operand& each : call.operands) {
      if (each.what == operand::kind::variable && !name) name = &each;
      if (each.what == operand::kind::list) lists.push_back(&each);
    }
    const auto found = name ? module_.functions.find(name->name) : module_.functions.end();
    if (found == module_.functions.end())
      throw unsupported_instruction(
          fmt::format("PTX line {}: indirect or unknown call", call.ptx_line));
    const ptx_function& callee = found->second;
    // printf prints nothing and returns 0; a failed assertion traps (see the decoder).
    if (!callee.defined && (callee.name == "vprintf" || callee.name == "__assertfail")) return;
    if (!callee.defined || active_.count(callee.name))
      throw unsupported_instruction(fmt::format("PTX line {}: call of '{}', which is {}",
                                                call.ptx_line, callee.name,
                                                callee.defined ? "recursive" : "not defined"));
    std::map<std::string, variable_place> bound;
    std::size_t next = 0;
    const auto bind = [&](const std::vector<ptx_variable>& formals) {
      if (formals.empty()) return;
      if (next >= lists.size() || lists[next]->parts.size() != formals.size())
        throw unsupported_instruction(
            fmt::format("PTX line {}: call with other arguments", call.ptx_line));
      for (std::size_t i = 0; i < formals.size(); ++i)
        if (const auto* actual = program_.find(frame, lists[next]->parts[i].name))
          bound[formals[i].name] = *actual;
      ++next;
    };
    bind(callee.results);
    bind(callee.parameters);
    inline_function(callee, std::move(bound));
  }

  const ptx_module& module_;
  const std::map<std::string, std::uint64_t>& globals_;
  flat_program program_;
  std::map<std::string, variable_place> shared_;
  std::set<std::string> active_;
};

}  // namespace

const variable_place* flat_program::find(std::uint32_t frame, const std::string& name) const {
  const auto& own = frames[frame].variables;
  if (const auto found = own.find(name); found != own.end()) return &found->second;
  const auto found = module_variables.find(name);
  return found == module_variables.end() ? nullptr : &found->second;
}

flat_program flatten(const ptx_module& module, const std::string& entry,
                     const std::map<std::string, std::uint64_t>& globals) {
  return flattener(module, globals).run(entry);
}

}  // namespace warpmark::simt
