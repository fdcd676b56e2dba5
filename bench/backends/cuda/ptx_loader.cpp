#include "bench/backends/cuda/ptx_loader.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/compiler/ptx/outline.hpp"

namespace warpmark::cuda {
namespace {

// Of CUjit_option. Values are passed in place of pointers.
constexpr int jit_max_registers = 0, jit_error_log = 5, jit_error_log_bytes = 6;

// Of CUresult.
constexpr result no_binary_for_device = 209, invalid_ptx = 218, compiler_not_found = 221,
                 unsupported_ptx_version = 222, compilation_disabled = 223;

// Of CUfunction_attribute.
constexpr int attribute_shared_bytes = 1, attribute_constant_bytes = 2, attribute_local_bytes = 3,
              attribute_registers = 4;

void* option_value(std::uintptr_t value) { return reinterpret_cast<void*>(value); }

// The first line that reports an error, else the first one: the log begins with warnings.
std::string first_error_line(const std::string& log) {
  std::string first;
  for (std::size_t begin = 0; begin < log.size();) {
    const auto end = std::min(log.find('\n', begin), log.size());
    std::string line = log.substr(begin, end - begin);
    begin = end + 1;
    if (line.find("error") != std::string::npos || line.find("fatal") != std::string::npos)
      return line;
    if (first.empty()) first = std::move(line);
  }
  return first;
}

std::string driver_version(const driver_api& driver) {
  int version = 0;
  if (driver.driver_get_version(&version) != success) return "unknown";
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

[[noreturn]] void refuse_ptx(const driver_api& driver, const compiler::compiled_kernel& kernel,
                             result code, const std::string& log) {
  const compiler::ptx_outline outline(kernel.ptx);
  std::string why = driver.describe(code);
  if (code == unsupported_ptx_version)
    why = fmt::format(
        "its PTX version {} is newer than this driver (CUDA {}); expected a newer driver, or PTX "
        "of an older compiler",
        outline.version(), driver_version(driver));
  else if (code == no_binary_for_device)
    why = fmt::format("its PTX for {} does not run on this card", outline.target());
  else if (const auto line = first_error_line(log); !line.empty())
    why += ": " + line;
  throw compiler::compile_error(
      fmt::format("the driver cannot compile the PTX of {}: {}", kernel.lowered_name, why), log);
}

bool is_about_ptx(result code) {
  return code == no_binary_for_device || code == invalid_ptx || code == compiler_not_found ||
         code == unsupported_ptx_version || code == compilation_disabled;
}

}  // namespace

module_record_handle load_ptx(const driver_api& driver, const compiler::compiled_kernel& kernel) {
  constexpr std::size_t log_bytes = std::size_t{64} << 10;
  std::string log(log_bytes, '\0');
  std::vector<int> options = {jit_error_log, jit_error_log_bytes};
  std::vector<void*> values = {log.data(), option_value(log.size() - 1)};
  if (kernel.max_registers > 0) {
    options.push_back(jit_max_registers);
    values.push_back(option_value(static_cast<std::uintptr_t>(kernel.max_registers)));
  }
  module_record_handle module = nullptr;
  // The driver reads the text up to its zero.
  const result code =
      driver.module_load_data_ex(&module, kernel.ptx.c_str(), static_cast<unsigned>(options.size()),
                                 options.data(), values.data());
  log.resize(std::min(log.find('\0'), log.size()));
  if (is_about_ptx(code)) refuse_ptx(driver, kernel, code, log);
  driver.check_room(code, "cuModuleLoadDataEx({})", kernel.lowered_name);
  return module;
}

compiler::kernel_resources resources_of(const driver_api& driver, function_handle function,
                                        const std::string& name) {
  const auto attribute = [&](int id) {
    int value = 0;
    driver.check(driver.func_get_attribute(&value, id, function), "cuFuncGetAttribute({}, {})",
                 name, id);
    return static_cast<std::size_t>(value);
  };
  compiler::kernel_resources found;
  found.registers = static_cast<int>(attribute(attribute_registers));
  found.static_shared_bytes = attribute(attribute_shared_bytes);
  found.stack_bytes = attribute(attribute_local_bytes);
  found.constant_bytes = attribute(attribute_constant_bytes);
  return found;
}

}  // namespace warpmark::cuda
