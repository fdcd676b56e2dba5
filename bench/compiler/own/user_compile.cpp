#include "bench/compiler/own/user_compile.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "base/file_digest.hpp"
#include "base/input_file.hpp"
#include "base/input_limits.hpp"
#include "base/processes/limited_child.hpp"
#include "base/sha256.hpp"
#include "base/temporary_folder.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/own/command_line.hpp"
#include "bench/compiler/own/dependency_file.hpp"
#include "bench/compiler/own/wrapper.hpp"
#include "bench/compiler/ptx_kernel.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_ptx_bytes = std::uint64_t{256} << 20;
constexpr std::uint64_t max_dependencies_bytes = std::uint64_t{16} << 20;
constexpr std::size_t max_dependencies = 20'000;

// The name of the folder of a compilation in PTX: that in the file system differs each time.
constexpr std::string_view shown_folder = "/warpmark";

void write_text(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::system_error(errno, std::generic_category(), path.string());
}

// A name below the folder of headers.
bool stays_in_folder(const fs::path& name) {
  const fs::path normal = name.lexically_normal();
  return !normal.is_absolute() && *normal.begin() != "..";
}

// The first line with an error: "k.cu(12): error: …", "k.cu:12:3: fatal error: …".
std::string first_error_of_log(const std::string& log) {
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    const std::string line = log.substr(begin, end - begin);
    for (const char* mark : {"error:", "fatal error", "fatal   :", "catastrophic error", "error  "})
      if (line.find(mark) != std::string::npos) return line;
    begin = end + 1;
  }
  return log.substr(0, log.find('\n'));
}

void replace_all(std::string& text, const std::string& from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

[[noreturn]] void throw_failure(const compile_request& request,
                                const processes::limited_outcome& outcome,
                                const user_compiler& compiler, double limit_s,
                                std::size_t memory_bytes) {
  const std::string subject = fmt::format("{}: '{}'", request.name, request.expression);
  if (outcome.ended == processes::child_end::time)
    throw compile_error(fmt::format("{}: {} took longer than {:.3g} s (--compile-limit)", subject,
                                    compiler.name(), limit_s),
                        outcome.output, compile_failure::timed_out);
  if (outcome.ended == processes::child_end::memory)
    throw compile_error(fmt::format("{}: {} took more memory than {} (--compile-memory)", subject,
                                    compiler.name(), input::size_text(memory_bytes)),
                        outcome.output, compile_failure::out_of_memory);
  if (outcome.ended == processes::child_end::abandoned)
    throw compile_error(subject + ": the compilation was abandoned", outcome.output,
                        compile_failure::timed_out);
  const std::string error = first_error_of_log(outcome.output);
  throw compile_error(
      error.empty()
          ? fmt::format("{}: {} ended with status {}", subject, compiler.name(), outcome.status)
          : error,
      outcome.output, outcome.status > 128 ? compile_failure::crashed : compile_failure::rejected);
}

std::vector<file_digest_record> digests_of_dependencies(const fs::path& dependencies,
                                                        const fs::path& folder) {
  const auto files = parse_dependencies(input::read_text(dependencies, max_dependencies_bytes));
  if (files.size() > max_dependencies)
    throw usage_error(
        fmt::format("{} files were included; expected at most {}", files.size(), max_dependencies));
  std::vector<file_digest_record> result;
  for (const auto& name : files) {
    const std::string path = fs::absolute(name).lexically_normal().string();
    // nvcc also lists names in #line.
    if (name != wrapper_name && !path.starts_with(folder.string()))
      result.push_back({path, file_digest(path)});
  }
  return result;
}

}  // namespace

std::string user_compile_key(const compile_request& request) {
  const user_compiler compiler = find_user_compiler(request.compiler);
  sha256 hash;
  hash.field("user's compiler 1").field(compiler.version);
  for (const auto& word : command_line(compiler, request.architecture, request.options, {}))
    hash.field(word);
  // Relative folders in options start here.
  hash.field(fs::current_path().string());
  hash.field(request.name).field(request.source).field(request.expression);
  for (const auto& other : request.others) hash.field("other").field(other);
  if (request.headers)
    for (const auto& header : *request.headers) hash.field(header.name).field(header.text);
  return hash.hex();
}

bool is_current(const compiled_kernel& kernel) {
  try {
    return std::all_of(
        kernel.compiled_from.begin(), kernel.compiled_from.end(),
        [](const file_digest_record& file) { return file_digest(file.path) == file.sha256; });
  } catch (const usage_error&) {
    return false;
  }
}

compiled_kernel compile_with_user_compiler(const compile_request& request,
                                           const tool_limits& limits) {
  const auto begin = std::chrono::steady_clock::now();
  const user_compiler compiler = find_user_compiler(request.compiler);
  const temporary_folder folder("warpmark");
  const compilation_files files{.source = folder.path() / "warpmark.cu",
                                .ptx = folder.path() / "warpmark.ptx",
                                .dependencies = folder.path() / "warpmark.d"};
  write_text(files.source, wrapper_of(request));
  std::vector<std::string> options = request.options;
  const std::vector<header_text> given =
      request.headers ? *request.headers : std::vector<header_text>();
  for (const auto& header : given)
    if (stays_in_folder(header.name))
      write_text(folder.path() / "include" / header.name, header.text);
  if (!given.empty()) options.insert(options.begin(), "-I" + (folder.path() / "include").string());
  const auto outcome = processes::run_limited(
      command_line(compiler, request.architecture, options, files),
      {.seconds = limits.seconds,
       .memory_bytes = limits.memory_bytes,
       .file_bytes = max_ptx_bytes,
       .abandoned = [&] { return limits.abandoned != nullptr && limits.abandoned->load(); }});
  if (outcome.status != 0 || outcome.ended != processes::child_end::none)
    throw_failure(request, outcome, compiler, limits.seconds(), limits.memory_bytes);
  std::string ptx;
  std::vector<file_digest_record> compiled_from;
  try {
    ptx = input::read_text(files.ptx, max_ptx_bytes);
    compiled_from = digests_of_dependencies(files.dependencies, folder.path());
  } catch (const usage_error& error) {
    throw compile_error(fmt::format("{}: {}: {}", request.name, compiler.name(), error.what()),
                        outcome.output);
  }
  replace_all(ptx, folder.path().string(), shown_folder);
  compile_request assembled = request;
  assembled.is_ptx = true;
  assembled.source = std::move(ptx);
  assembled.others.clear();
  std::vector<std::string> names;  // In the PTX, of `others`.
  assembled.expression = entry_of_wrapper(assembled.source, 0, request.expression);
  for (std::size_t i = 0; i < request.others.size(); ++i)
    names.push_back(entry_of_wrapper(assembled.source, i + 1, request.others[i]));
  assembled.others = names;
  compiled_kernel kernel = kernel_of_ptx(assembled, limits);
  const auto lowered = std::exchange(kernel.lowered_others, {});
  for (std::size_t i = 0; i < names.size(); ++i)
    kernel.lowered_others[request.others[i]] = lowered.at(names[i]);
  kernel.compiled_from = std::move(compiled_from);
  kernel.log.insert(0, outcome.output);
  kernel.compile_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return kernel;
}

}  // namespace warpmark::compiler
