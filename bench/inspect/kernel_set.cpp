#include "bench/inspect/kernel_set.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "bench/compiler/ptx/target.hpp"
#include "bench/compiler/ptx_kernel.hpp"
#include "bench/compiler/resource_report.hpp"
#include "bench/inspect/compile_explanation.hpp"
#include "bench/inspect/compiler_choice.hpp"

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

compile_settings without_host_code(compile_settings settings) {
  settings.kernels_only = settings.stub_host_headers = true;
  return settings;
}

bool may_try_again(const compile_settings& settings) {
  return uses_nvrtc(settings) && !settings.as_is &&
         !(settings.kernels_only && settings.stub_host_headers);
}

// The assembler names the target of an instruction that only sm_90a or its like has:
// "Instruction 'wgmma.fence' not supported on .target 'sm_90'".
bool lacks_specific_features(const compiler::compile_error& error,
                             const std::string& architecture) {
  const auto target = compiler::parse_target(architecture);
  if (!target || target->features != 0 || target->number < 90) return false;
  const std::string message =
      fmt::format("not supported on .target '{}'", compiler::target_text(*target));
  return (error.what() + error.log).find(message) != std::string::npos;
}

}  // namespace

// Starts the compilation of all kernels of a file.
kernel_set::attempt kernel_set::start(const specification& specification,
                                      const std::filesystem::path& file,
                                      const compile_settings& settings) {
  const std::string name = file.string();
  const bool is_ptx = compiler::is_ptx_file(file);
  auto names = names_in(specification, file);
  prepared_source& source = sources_[name];
  source =
      read_source(file, is_ptx ? compile_settings{} : settings, {}, {names.begin(), names.end()});
  const auto launch =
      std::find_if(specification.launches.begin(), specification.launches.end(),
                   [&](const launch_definition& definition) { return definition.file == file; });
  names.erase(launch->entry);
  // Absolute, because line tables and keys of cached kernels have absolute paths.
  compiler::compile_request request = {
      .name = std::filesystem::absolute(file).lexically_normal().string(),
      .source = source.text,
      .expression = launch->entry,
      .others = {names.begin(), names.end()},
      .architecture = architecture_,
      .options = compiler_options(settings, source),
      .is_ptx = is_ptx,
      .compiler = is_ptx ? "" : choose_compiler(settings, name).compiler,
      .minimal = false,
      .headers =
          std::make_shared<const std::vector<compiler::header_text>>(headers_of(settings, source))};
  if (!is_ptx && request.compiler.empty())
    for (auto& option : compiler::toolkit_include_options(compiler_->library_path()))
      request.options.push_back(std::move(option));
  return {request, compiler_->submit(request)};
}

void kernel_set::start_all(const specification& specification,
                           const compiler::compiler_options& options) {
  compiler::compiler_options all = options;
  for (const auto& launch : specification.launches)
    if (!compiler::is_ptx_file(launch.file) &&
        choose_compiler(specification.compile, launch.file).compiler.empty())
      all.use_cache = all.use_cache &&
                      !includes_files(compiler_options(
                          specification.compile, read_source(launch.file, specification.compile)));
  compiler_ = std::make_unique<compiler::kernel_compiler>(std::move(all));
  for (const auto& launch : specification.launches)
    if (!attempts_.contains(launch.file.string()))
      attempts_[launch.file.string()] = start(specification, launch.file, specification.compile);
}

// Waits for the kernels of a file. What it lacks is tried where that is known: the features of
// sm_90a for sm_90, and the kernels alone for a file that NVRTC refused with its host code. Throws
// the error of the last attempt, which is about the kernels.
void kernel_set::finish(const specification& specification, const std::filesystem::path& file) {
  attempt& attempt = attempts_.at(file.string());
  compile_settings settings = specification.compile;
  std::vector<std::string> notes;
  for (;;) try {
      attempt.result.get();
      notes_.insert(notes_.end(), notes.begin(), notes.end());
      return;
    } catch (const compiler::compile_error& error) {
      if (error.failure != compiler::compile_failure::rejected || attempt.request.is_ptx) throw;
      if (lacks_specific_features(error, attempt.request.architecture)) {
        architecture_ = attempt.request.architecture + "a";
        notes.push_back(fmt::format("{}: compiled for {}, whose instructions it has", file.string(),
                                    architecture_));
      } else if (may_try_again(settings)) {
        settings = without_host_code(settings);
        notes.push_back(fmt::format(
            "{}: NVRTC refused the file as it is ({}); compiled only what the kernels use, with "
            "stubs of host headers; --as-is does not try this",
            file.string(), error.what()));
      } else {
        throw;
      }
      attempt = start(specification, file, settings);
    }
}

kernel_set::kernel_set(const specification& specification, const std::string& architecture,
                       const compiler::compiler_options& options)
    : architecture_(architecture) {
  start_all(specification, options);
  for (const auto& launch : specification.launches) {
    const attempt& attempt = attempts_.at(launch.file.string());
    try {
      finish(specification, launch.file);
    } catch (const compiler::compile_error& error) {
      throw uses_nvrtc(specification.compile) && !attempt.request.is_ptx
          ? explained(error, attempt.request, specification.compile.as_is)
          : error;
    }
    kernels_.push_back(entry_of(attempt.result.get(), launch.entry));
  }
}

}  // namespace warpmark::inspect
