#include "bench/inspect/kernel_set.hpp"

#include <algorithm>
#include <set>

namespace warpmark::inspect {
namespace {

// What the disk cache cannot see may have changed: files that a source includes.
bool includes_files(const std::vector<std::string>& options) {
  return std::any_of(options.begin(), options.end(),
                     [](const std::string& each) { return each.starts_with("-I"); });
}

// Everything of a file that must be in its module, in one order for all of its kernels.
std::set<std::string> names_in(const specification& wanted, const std::filesystem::path& file) {
  std::set<std::string> names;
  for (const auto& each : wanted.launches)
    if (each.file == file) names.insert(each.entry);
  for (const auto& each : wanted.symbols)
    if (each.file == file) names.insert("&" + each.contents.name);
  return names;
}

}  // namespace

kernel_set::kernel_set(const specification& wanted, const std::string& architecture) {
  bool cacheable = true;
  std::vector<compiler::compile_request> requests;
  for (const auto& launch : wanted.launches) {
    const std::string name = launch.file.string();
    if (!sources_.contains(name)) sources_[name] = read_source(launch.file, wanted.compile);
    const prepared_source& source = sources_.at(name);
    auto names = names_in(wanted, launch.file);
    names.erase(launch.entry);
    compiler::compile_request request{.name = source.name,
                                      .source = source.text,
                                      .expression = launch.entry,
                                      .others = {names.begin(), names.end()},
                                      .architecture = architecture,
                                      .options = compiler_options(wanted.compile, source)};
    cacheable = cacheable && !includes_files(request.options);
    requests.push_back(std::move(request));
  }
  compiler::kernel_compiler compile(
      {.headers = headers_of(wanted.compile), .use_cache = cacheable});
  std::vector<std::shared_future<compiler::kernel_handle>> futures;
  for (const auto& each : requests) futures.push_back(compile.submit(each));
  for (const auto& each : futures) kernels_.push_back(each.get());
}

}  // namespace warpmark::inspect
