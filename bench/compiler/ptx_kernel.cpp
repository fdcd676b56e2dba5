#include "bench/compiler/ptx_kernel.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "base/declared_registers.hpp"
#include "base/sha256.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/cubin_file.hpp"
#include "bench/compiler/ptx/fat_binary.hpp"
#include "bench/compiler/ptx/find_name.hpp"
#include "bench/compiler/ptx/image.hpp"
#include "bench/compiler/ptx/outline.hpp"
#include "bench/compiler/resource_report.hpp"

namespace warpmark::compiler {
namespace {

using name_list = std::vector<std::string>;

// The names of all modules, each once.
name_list names_in(const std::vector<ptx_outline>& modules,
                   const name_list& (ptx_outline::*names)() const) {
  name_list result;
  std::set<std::string> seen;
  for (const auto& module : modules)
    for (const auto& name : (module.*names)())
      if (seen.insert(name).second) result.push_back(name);
  return result;
}

bool has(const name_list& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Finds the entries and variables of a request.
void find_names(const compile_request& request, const std::vector<ptx_outline>& modules,
                compiled_kernel& kernel) {
  const name_list entries = names_in(modules, &ptx_outline::entries),
                  variables = names_in(modules, &ptx_outline::variables);
  kernel.lowered_name = find_name(entries, request.expression, "kernel");
  for (const auto& other : request.others)
    kernel.lowered_others[other] = other.starts_with("&")
                                       ? find_name(variables, other.substr(1), "variable")
                                       : find_name(entries, other, "kernel");
}

// The module that has all names of a kernel; the first that has its entry, else.
const ptx_outline& module_of(const compiled_kernel& kernel,
                             const std::vector<ptx_outline>& modules) {
  const ptx_outline* first = nullptr;
  for (const auto& module : modules) {
    if (!has(module.entries(), kernel.lowered_name)) continue;
    if (first == nullptr) first = &module;
    if (std::all_of(
            kernel.lowered_others.begin(), kernel.lowered_others.end(), [&](const auto& other) {
              return has(module.entries(), other.second) || has(module.variables(), other.second);
            }))
      return module;
  }
  return *first;
}

ptx_target device_of(const compile_request& request) {
  const auto device = parse_target(request.architecture);
  if (!device)
    throw usage_error(fmt::format("architecture '{}': expected e.g. sm_90", request.architecture));
  return *device;
}

// Of the part of the PTX that the request needs.
compiled_kernel selected_kernel(const compile_request& request) {
  const auto texts = ptx_modules(request.source, device_of(request));
  const std::vector<ptx_outline> modules(texts.begin(), texts.end());
  compiled_kernel kernel;
  find_names(request, modules, kernel);
  name_list roots = {kernel.lowered_name};
  for (const auto& [asked, name] : kernel.lowered_others) roots.push_back(name);
  kernel.ptx = module_of(kernel, modules).text_of(roots);
  return kernel;
}

void assemble(const compile_request& request, const tool_limits& limits, compiled_kernel& kernel) {
  assembled_ptx made =
      assemble_ptx(kernel.ptx, device_of(request), kernel.max_registers, limits, request.name);
  kernel.log = std::move(made.log);
  kernel.unassembled = std::move(made.trouble);
  if (made.cubin.empty()) return;
  kernel.cubin = std::move(made.cubin);
  kernel.resources = parse_resource_report(kernel.log, kernel.lowered_name);
  kernel.resources.code_bytes = code_bytes(kernel.cubin, kernel.lowered_name);
  kernel.cubin_hash = launch_hash(kernel.cubin);
}

}  // namespace

bool is_ptx_file(const std::filesystem::path& path) {
  if (path.extension() == ".ptx") return true;
  std::ifstream file(path, std::ios::binary);
  std::string begin(16, '\0');
  file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return file.gcount() == static_cast<std::streamsize>(begin.size()) && is_device_image(begin);
}

std::vector<std::string> entries_of(std::string_view ptx) { return ptx_outline(ptx).entries(); }

std::string ptx_kernel_key(const compile_request& request) {
  sha256 hash;
  hash.field("warpmark PTX 1").field(request.architecture).field(request.name);
  hash.field(request.source).field(request.expression);
  for (const auto& other : request.others) hash.field("other").field(other);
  hash.field(std::to_string(declared_registers(request.options)));
  if (request.architecture.starts_with("sm_")) hash.field(ptxas_identity());
  return hash.hex();
}

compiled_kernel kernel_of_ptx(const compile_request& request, const tool_limits& limits) {
  const auto start = std::chrono::steady_clock::now();
  compiled_kernel kernel;
  try {
    kernel = selected_kernel(request);
    kernel.max_registers = std::max(0, declared_registers(request.options));
    kernel.cubin_hash =
        sha256().field(kernel.ptx).field(std::to_string(kernel.max_registers)).hex();
    if (request.architecture.starts_with("sm_")) assemble(request, limits, kernel);
  } catch (const usage_error& error) {
    throw compile_error(fmt::format("{}: {}", request.name, error.what()), "");
  }
  kernel.compile_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return kernel;
}

}  // namespace warpmark::compiler
