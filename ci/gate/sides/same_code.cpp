#include "ci/gate/sides/same_code.hpp"

#include <string>
#include <vector>

#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/ptx_module.hpp"

namespace warpmark::gate {
namespace {

using compiler::compiled_kernel;
using compiler::ptx_module;

// Options that may change the assembler's output. The effect of preprocessor options is visible in
// the PTX.
std::vector<std::string> code_options(const kernel_instance& kernel_instance) {
  std::vector<std::string> result;
  for (const auto& option : kernel_instance.options)
    if (!option.starts_with("-D") && !option.starts_with("-I")) result.push_back(option);
  return result;
}

std::string hash_of(const compiled_kernel& compiled_kernel, const ptx_module& module) {
  return compiler::function_hash(compiled_kernel.cubin, compiled_kernel.lowered_name,
                                 module.closure(compiled_kernel.lowered_name));
}

}  // namespace

bool same_code(const compiled_instance& base, const compiled_instance& head) {
  const compiled_kernel &before = base.kernel, &after = head.kernel;
  if (!before.cubin.empty() && before.cubin_hash == after.cubin_hash &&
      before.lowered_name == after.lowered_name)
    return true;
  const ptx_module old_module(before.ptx), new_module(after.ptx);
  if (const auto hash = hash_of(before, old_module);
      !hash.empty() && hash == hash_of(after, new_module))
    return true;
  const std::string text = old_module.canonical_text(before.lowered_name);
  return !text.empty() && text == new_module.canonical_text(after.lowered_name) &&
         before.resources == after.resources &&
         code_options(base.instance) == code_options(head.instance);
}

}  // namespace warpmark::gate
