#include "bench/inspect/kernel_set.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "bench/compiler/ptx_kernel.hpp"
#include "bench/compiler/resource_report.hpp"

namespace warpmark::inspect {
namespace {

// Included files are not part of the cache key and may have changed.
bool includes_files(const std::vector<std::string>& options) {
  return std::any_of(options.begin(), options.end(),
                     [](const std::string& option) { return option.starts_with("-I"); });
}

// All names that the module of a file must have, in the same order for all of its kernels.
std::set<std::string> names_in(const specification& specification,
                               const std::filesystem::path& file) {
  std::set<std::string> names;
  for (const auto& launch : specification.launches)
    if (launch.file == file) names.insert(launch.entry);
  for (const auto& symbol : specification.symbols)
    if (symbol.file == file) names.insert("&" + symbol.contents.name);
  return names;
}

// One of the jointly compiled kernels.
compiler::kernel_handle entry_of(const compiler::kernel_handle& all, const std::string& entry) {
  const auto found = all->lowered_others.find(entry);
  if (found == all->lowered_others.end()) return all;
  auto kernel = std::make_shared<compiler::compiled_kernel>(*all);
  kernel->lowered_name = found->second;
  kernel->resources = compiler::parse_resource_report(kernel->log, kernel->lowered_name);
  return kernel;
}

// NVRTC knows none of the headers that host compilers find.
compiler::compile_error with_remedy(const compiler::compile_error& error) {
  std::string text = error.what();
  if (text.find("cannot open source file") != std::string::npos)
    text +=
        "; -I names folders of headers, --stub-host-headers replaces those of the host by empty "
        "ones";
  else if (text.find("device-side kernel launch") != std::string::npos)
    text += "; --kernels-only leaves out code for the host";
  return {text, error.log, error.failure};
}

}  // namespace

kernel_set::kernel_set(const specification& specification, const std::string& architecture,
                       const compiler::compiler_options& options) {
  bool cacheable = true;
  std::map<std::string, compiler::compile_request> requests;
  for (const auto& launch : specification.launches) {
    const std::string name = launch.file.string();
    if (sources_.contains(name)) continue;
    const bool is_ptx = compiler::is_ptx_file(launch.file);
    sources_[name] = read_source(launch.file, is_ptx ? compile_settings{} : specification.compile);
    auto names = names_in(specification, launch.file);
    names.erase(launch.entry);
    // Absolute, because line tables and keys of cached kernels have absolute paths.
    requests[name] = {.name = std::filesystem::absolute(launch.file).lexically_normal().string(),
                      .source = sources_.at(name).text,
                      .expression = launch.entry,
                      .others = {names.begin(), names.end()},
                      .architecture = architecture,
                      .options = compiler_options(specification.compile, sources_.at(name)),
                      .is_ptx = is_ptx,
                      .minimal = false};
    if (is_ptx) continue;
    cacheable = cacheable && !includes_files(requests.at(name).options);
  }
  compiler::compiler_options all = options;
  all.headers = headers_of(specification.compile);
  all.use_cache = cacheable;
  compiler::kernel_compiler compile(std::move(all));
  std::map<std::string, std::shared_future<compiler::kernel_handle>> compiled;
  for (auto& [name, request] : requests) {
    if (!request.is_ptx)
      for (auto& option : compiler::toolkit_include_options(compile.library_path()))
        request.options.push_back(std::move(option));
    compiled[name] = compile.submit(request);
  }
  try {
    for (const auto& launch : specification.launches)
      kernels_.push_back(entry_of(compiled.at(launch.file.string()).get(), launch.entry));
  } catch (const compiler::compile_error& error) {
    throw with_remedy(error);
  }
}

}  // namespace warpmark::inspect
