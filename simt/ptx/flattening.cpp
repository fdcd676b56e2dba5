#include "simt/ptx/flattening.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "simt/errors.hpp"
#include "simt/ptx/functions.hpp"
#include "simt/ptx/refusal.hpp"

namespace warpmark::simt {
namespace {

constexpr std::size_t max_statements = 1 << 22;

std::size_t aligned(std::size_t offset, std::size_t align) {
  return (offset + align - 1) / align * align;
}

bool is_builtin(const std::string& name) {
  return name == "vprintf" || name == "__assertfail" || name == "malloc" || name == "free" ||
         name.starts_with("__cudaCDP2") || name.starts_with("cuda");
}

class flattener {
 public:
  flattener(const ptx_module& module, const std::map<std::string, std::uint64_t>& globals)
      : module_(module), globals_(globals), graph_(module) {}

  flat_program run(const std::string& name) {
    const auto found = module_.functions.find(name);
    if (found == module_.functions.end() || !found->second.entry)
      throw device_error(fmt::format("simt: the PTX has no entry '{}'", name));
    const ptx_function& entry = found->second;
    place_module_variables(entry);
    std::map<std::string, variable_place> parameters;
    for (const ptx_variable& parameter : entry.parameters) {
      program_.parameter_bytes = aligned(program_.parameter_bytes, parameter.align);
      parameters[parameter.name] = {state_space::param, program_.parameter_bytes};
      program_.parameters.emplace_back(program_.parameter_bytes, parameter.size);
      program_.parameter_bytes += parameter.size;
    }
    root_index(entry);
    // Roots may add more roots.
    for (std::uint32_t root = 0; root < program_.roots.size(); ++root)
      flatten_root(root, parameters);
    place_dynamic_shared();
    return std::move(program_);
  }

 private:
  std::uint32_t root_index(const ptx_function& function) {
    const auto [found, added] =
        roots_.try_emplace(function.name, static_cast<std::uint32_t>(program_.roots.size()));
    if (added)
      program_.roots.push_back(
          {.function = &function, .recursive = graph_.recursive(function.name)});
    return found->second;
  }

  void flatten_root(std::uint32_t root, std::map<std::string, variable_place>& parameters) {
    root_ = root;
    const ptx_function& function = *program_.roots[root].function;
    flat_root now = program_.roots[root];
    now.frame = static_cast<std::uint32_t>(program_.frames.size());
    now.first_statement = static_cast<std::uint32_t>(program_.statements.size());
    now.first_register = static_cast<std::uint32_t>(program_.registers.size());
    program_.roots[root] = now;
    std::map<std::string, variable_place> bound;
    if (root == 0) {
      bound = std::move(parameters);
    } else {
      for (const auto* list : {&function.results, &function.parameters})
        for (const ptx_variable& ptx_variable : *list)
          bound[ptx_variable.name] = place_local(ptx_variable);
    }
    inline_function(function, std::move(bound));
    flat_root& done = program_.roots[root];
    done.register_count =
        static_cast<std::uint32_t>(program_.registers.size()) - done.first_register;
    // The end of the code is an implicit ret.
    static const statement end{.opcode = "ret"};
    program_.statements.push_back({&end, done.frame});
  }

  // Shared memory that only other kernels of the module use takes none.
  void place_module_variables(const ptx_function& entry) {
    const std::set<std::string> used = used_names(module_, graph_, entry);
    for (const ptx_variable& variable : module_.variables) {
      if (variable.space == state_space::shared) {
        if (!variable.external && used.contains(variable.name))
          program_.module_variables[variable.name] = place_shared(variable);
      } else if (const auto found = globals_.find(variable.name); found != globals_.end()) {
        program_.module_variables[variable.name] = {state_space::global, found->second};
      }
    }
    for (const auto& [name, function] : module_.functions)
      program_.module_variables[name] = {state_space::global, code_address(module_, function)};
    for (const auto& [name, target] : module_.aliases)
      if (const auto* function = find_function(module_, target))
        program_.module_variables[name] = {state_space::global, code_address(module_, *function)};
  }

  // Dynamic shared memory follows all static variables; every `extern` name refers to it.
  void place_dynamic_shared() {
    std::size_t align = 16;
    for (const ptx_variable& variable : module_.variables)
      if (variable.space == state_space::shared && variable.external)
        align = std::max(align, variable.align);
    const std::size_t begin = aligned(program_.static_shared_bytes, align);
    bool used = false;
    for (const ptx_variable& ptx_variable : module_.variables)
      if (ptx_variable.space == state_space::shared && ptx_variable.external) {
        program_.module_variables[ptx_variable.name] = {state_space::shared, begin};
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
    std::size_t& bytes = program_.roots[root_].frame_bytes;
    bytes = aligned(bytes, std::max<std::size_t>(variable.align, 4));
    const variable_place result{state_space::local, bytes, root_};
    bytes += variable.size;
    return result;
  }

  // A function's shared variable exists once, however often the function is inlined.
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
                     .root = root_,
                     .variables = std::move(variables)};
    program_.registers.insert(program_.registers.end(), function.registers.begin(),
                              function.registers.end());
    for (const ptx_variable& local : function.locals)
      frame.variables[local.name] = place(function, local);
    program_.frames.push_back(std::move(frame));
    std::vector<std::uint32_t> positions;
    for (const statement& statement : function.body) {
      positions.push_back(static_cast<std::uint32_t>(program_.statements.size()));
      program_.statements.push_back({&statement, index});
      if (program_.statements.size() > max_statements)
        throw unsupported_instruction(
            fmt::format("simt: the calls of '{}' inline to more than {} instructions",
                        demangled(function.name), max_statements));
      if (statement.opcode == "call") call(statement, index);
    }
    positions.push_back(static_cast<std::uint32_t>(program_.statements.size()));
    program_.frames[index].positions = std::move(positions);
  }

  void call(const statement& source, std::uint32_t frame) {
    const call_operands call_operands = read_call(source);
    const auto refuse = [&](const std::string& why) {
      simt::refuse(module_.sources, program_.roots[0].function->name, source, why);
    };
    if (!call_operands.callee) refuse("a call without a callee");
    flat_call made{.arguments = actuals(call_operands.arguments, frame),
                   .results = actuals(call_operands.results, frame)};
    if (call_operands.indirect()) {
      made.what = flat_call::kind::indirect;
      for (const ptx_function* ptx_function : graph_.addressed())
        if (fits(made.arguments, ptx_function->parameters) &&
            fits(made.results, ptx_function->results))
          root_index(*ptx_function);
    } else {
      const ptx_function* callee = find_function(module_, call_operands.callee->name);
      if (!callee) refuse("the PTX does not declare it");
      made.name = callee->name;
      if (!callee->defined && !is_builtin(callee->name))
        refuse("the PTX declares it but does not define it");
      if (callee->defined) {
        if (!fits(made.arguments, callee->parameters) || !fits(made.results, callee->results))
          refuse("the function has other parameters");
        if (!graph_.recursive(callee->name)) return inline_call(*callee, call_operands, frame);
        made.what = flat_call::kind::function;
        made.callee = root_index(*callee);
      }
    }
    program_.statements.back().call = static_cast<std::int32_t>(program_.calls.size());
    program_.calls.push_back(std::move(made));
  }

  static bool fits(const std::vector<passed_value>& actual,
                   const std::vector<ptx_variable>& formal) {
    return std::equal(
        actual.begin(), actual.end(), formal.begin(), formal.end(),
        [](const passed_value& a, const ptx_variable& f) { return a.size == f.size; });
  }

  // The offsets of a call's `.param` variables in the caller's stack frame.
  std::vector<passed_value> actuals(const operand* list, std::uint32_t frame) const {
    std::vector<passed_value> result;
    if (!list) return result;
    const ptx_function& caller = *program_.frames[frame].function;
    for (const operand& part : list->parts) {
      const variable_place* place = program_.find(frame, part.name);
      if (!place || place->space != state_space::local)
        throw unsupported_instruction(
            fmt::format("simt: '{}' passes '{}', which is not one of its .param variables",
                        demangled(caller.name), part.name));
      std::size_t size = 0;
      for (const auto* declared : {&caller.locals, &caller.parameters, &caller.results})
        for (const ptx_variable& variable : *declared)
          if (variable.name == part.name) size = variable.size;
      result.push_back({place->address, size});
    }
    return result;
  }

  void inline_call(const ptx_function& callee, const call_operands& call_operands,
                   std::uint32_t frame) {
    std::map<std::string, variable_place> bound;
    const auto bind = [&](const std::vector<ptx_variable>& formals, const operand* list) {
      for (std::size_t i = 0; i < formals.size(); ++i)
        bound[formals[i].name] = *program_.find(frame, list->parts[i].name);
    };
    bind(callee.results, call_operands.results);
    bind(callee.parameters, call_operands.arguments);
    inline_function(callee, std::move(bound));
  }

  const ptx_module& module_;
  const std::map<std::string, std::uint64_t>& globals_;
  flat_program program_;
  call_graph graph_;
  std::map<std::string, variable_place> shared_;
  std::map<std::string, std::uint32_t> roots_;
  std::uint32_t root_ = 0;
};

}  // namespace

const variable_place* flat_program::find(std::uint32_t frame, const std::string& name) const {
  const auto& own = frames[frame].variables;
  if (const auto found = own.find(name); found != own.end()) return &found->second;
  const auto found = module_variables.find(name);
  return found == module_variables.end() ? nullptr : &found->second;
}

std::vector<passed_value> flat_program::formals(std::uint32_t root,
                                                const std::vector<ptx_variable>& declared) const {
  std::vector<passed_value> result;
  result.reserve(declared.size());
  for (const ptx_variable& ptx_variable : declared)
    result.push_back({find(roots[root].frame, ptx_variable.name)->address, ptx_variable.size});
  return result;
}

flat_program flatten(const ptx_module& module, const std::string& entry,
                     const std::map<std::string, std::uint64_t>& globals) {
  return flattener(module, globals).run(entry);
}

}  // namespace warpmark::simt
