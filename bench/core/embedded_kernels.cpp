#include "bench/core/embedded_kernels.hpp"

#include <utility>

#include "kernels/embedded.hpp"

namespace warpmark {

compiler::compiler_options embedded_compiler_options(std::filesystem::path cache_folder) {
  compiler::compiler_options options;
  options.cache_folder = std::move(cache_folder);
  for (const auto& file : kernels::all())
    options.headers.push_back({std::string(file.path), std::string(file.text)});
  return options;
}

compiler::compile_request embedded_kernel(const std::string& path, const std::string& expression,
                                          const std::string& architecture) {
  return {.name = path,
          .source = std::string(kernels::text(path)),
          .expression = expression,
          .architecture = architecture};
}

backend::module_handle load_embedded_kernel(backend& machine, compiler::kernel_compiler& compile,
                                            const std::string& path,
                                            const std::string& expression) {
  return machine.load(
      *compile.compile(embedded_kernel(path, expression, machine.device().limits.architecture)));
}

}  // namespace warpmark
