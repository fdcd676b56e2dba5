#include "bench/core/module_state.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "bench/compiler/ptx/outline.hpp"
#include "bench/compiler/ptx/symbol_names.hpp"

namespace warpmark {
namespace {

// A variable that the driver does not find by name was removed as unused.
std::optional<memory_range> find_variable(backend& machine, backend::module_handle module,
                                          const std::string& lowered) {
  try {
    return machine.variable(module, lowered);
  } catch (const device_error&) {
    return std::nullopt;
  }
}

}  // namespace

module_state::module_state(backend& machine, const prepared_point& prepared,
                           const std::vector<compiler::kernel_handle>& kernels)
    : machine_(machine) {
  const auto& written = prepared.variables();
  std::set<device_pointer> known(written.begin(), written.end());
  std::set<std::string> read;  // Kernels of one compilation share their variables.
  std::size_t left_bytes = max_bytes;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    if (!read.insert(kernels[i]->ptx).second) continue;
    const compiler::ptx_outline outline(kernels[i]->ptx);
    for (const std::string& lowered : outline.variables()) {
      const auto found = find_variable(machine, prepared.modules()[i], lowered);
      if (!found || found->size_bytes == 0 || !known.insert(found->address).second) continue;
      if (found->size_bytes > left_bytes) {
        left_out_ = compiler::readable_name(lowered);
        continue;
      }
      left_bytes -= found->size_bytes;
      variables_.push_back(
          {compiler::readable_name(lowered), *found, guarded_buffer(machine, found->size_bytes)});
      machine.copy(variables_.back().kept.address(), found->address, found->size_bytes);
    }
  }
}

void module_state::restore() {
  for (const variable& one : variables_)
    machine_.copy(one.range.address, one.kept.address(), one.range.size_bytes);
}

std::string module_state::changed() const {
  std::vector<std::byte> now, then;
  for (const variable& one : variables_) {
    now.resize(one.range.size_bytes);
    then.resize(one.range.size_bytes);
    machine_.download(now, one.range.address);
    machine_.download(then, one.kept.address());
    if (now != then) return one.name;
  }
  return "";
}

}  // namespace warpmark
