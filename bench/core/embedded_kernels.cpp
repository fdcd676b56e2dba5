#include "bench/core/embedded_kernels.hpp"

#include <memory>
#include <utility>
#include <vector>

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

namespace {

std::shared_ptr<const std::vector<compiler::header_text>> headers_of(const outside_source& source) {
  std::vector<compiler::header_text> headers;
  for (const auto& [name, text] : source.headers) headers.push_back({name, text});
  return std::make_shared<const std::vector<compiler::header_text>>(std::move(headers));
}

}  // namespace

compiler::compile_request versioned_kernel(const kernel_instance& kernel,
                                           const std::string& architecture) {
  return {.name = kernel.outside->name,
          .source = kernel.outside->text,
          .expression = kernel.expression,
          .architecture = architecture,
          .headers = headers_of(*kernel.outside)};
}

compiler::compile_request outside_kernel(const kernel_instance& kernel,
                                         const std::string& architecture,
                                         const std::filesystem::path& nvrtc) {
  const outside_source& source = *kernel.outside;
  compiler::compile_request request{.name = source.name,
                                    .source = source.text,
                                    .expression = kernel.expression,
                                    .architecture = architecture,
                                    .options = kernel.options,
                                    .is_ptx = source.is_ptx,
                                    .minimal = false,
                                    .headers = headers_of(source),
                                    .included = source.digest};
  for (const auto& variable : kernel.variables) request.others.push_back("&" + variable);
  if (source.is_ptx) return request;
  for (auto& option : compiler::toolkit_include_options(nvrtc))
    request.options.push_back(std::move(option));
  return request;
}

backend::module_handle load_embedded_kernel(backend& machine, compiler::kernel_compiler& compile,
                                            const std::string& path,
                                            const std::string& expression) {
  return machine.load(
      *compile.compile(embedded_kernel(path, expression, machine.device().limits.architecture)));
}

}  // namespace warpmark
