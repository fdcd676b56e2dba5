#include "bench/inspect/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/demangle.hpp"
#include "base/usage_error.hpp"
#include "bench/backends/backend.hpp"
#include "simt/ptx/parser.hpp"

namespace warpmark::inspect {

void check_arguments(const compiler::compiled_kernel& kernel,
                     const std::vector<std::vector<std::byte>>& arguments) {
  std::vector<std::size_t> sizes;
  try {
    const simt::ptx_module module = simt::parse_ptx(kernel.ptx);
    const auto found = module.functions.find(kernel.lowered_name);
    if (found == module.functions.end()) return;
    for (const auto& parameter : found->second.parameters) sizes.push_back(parameter.size);
  } catch (const device_error&) {
    // A GPU may accept PTX that the interpreter cannot read; the interpreter reports that itself.
    return;
  }
  if (arguments.size() != sizes.size())
    throw usage_error(fmt::format("launch of {}: {} arguments for {} parameters of {} bytes",
                                  demangled(kernel.lowered_name), arguments.size(), sizes.size(),
                                  fmt::join(sizes, ", ")));
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (arguments[i].size() != sizes[i])
      throw usage_error(fmt::format("launch of {}: argument {} has {} bytes; expected {}",
                                    demangled(kernel.lowered_name), i, arguments[i].size(),
                                    sizes[i]));
}

}  // namespace warpmark::inspect
