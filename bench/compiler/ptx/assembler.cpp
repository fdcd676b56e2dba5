#include "bench/compiler/ptx/assembler.hpp"

#include <cstdlib>
#include <fstream>
#include <unistd.h>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/input_limits.hpp"
#include "base/processes/limited_child.hpp"
#include "base/sha256.hpp"
#include "base/temporary_folder.hpp"
#include "bench/compiler/ptx/outline.hpp"
#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_cubin_bytes = 256 * input::mib;

// "ptxas fatal   : Unsupported .version 9.4; current version is '9.0'": another ptxas may know it.
bool is_too_old(const std::string& log) {
  return log.find("Unsupported .version") != std::string::npos ||
         log.find("is not defined for option 'gpu-name'") != std::string::npos;
}

// The first error of a log, without the name of the temporary file.
std::string first_error_of(const std::string& log, const fs::path& source) {
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    std::string line = log.substr(begin, end - begin);
    begin = end + 1;
    if (line.find("error") == std::string::npos && line.find("fatal") == std::string::npos)
      continue;
    const auto at = line.find(source.string());
    if (at != std::string::npos) line.replace(at, source.string().size(), "the PTX");
    return line;
  }
  return "it failed without a message";
}

[[noreturn]] void refuse_limit(processes::child_end end, const tool_limits& limits,
                               const std::string& subject) {
  using processes::child_end;
  if (end == child_end::time)
    throw compile_error(fmt::format("{}: ptxas took longer than {:.3g} s (--compile-limit)",
                                    subject, limits.seconds()),
                        "", compile_failure::timed_out);
  if (end == child_end::memory)
    throw compile_error(fmt::format("{}: ptxas took more memory than {} (--compile-memory)",
                                    subject, input::size_text(limits.memory_bytes)),
                        "", compile_failure::out_of_memory);
  throw compile_error(subject + ": the compilation was abandoned", "", compile_failure::timed_out);
}

// Kernels that launch kernels: they are linked with the device's runtime later.
bool needs_linking(const std::string& log) {
  return log.find("Unresolved extern function") != std::string::npos;
}

// Architecture-specific PTX is assembled for itself, other PTX for the device.
std::string architecture_for(const std::string& ptx, const ptx_target& device) {
  const auto target = parse_target(ptx_outline(ptx).target());
  const bool is_specific = target && target->features != 0 && target->number == device.number;
  return target_text(is_specific ? *target : ptx_target{.number = device.number});
}

}  // namespace

std::vector<fs::path> find_ptxas() {
  if (const char* named = std::getenv("WARPMARK_PTXAS"); named != nullptr)
    return *named == '\0' ? std::vector<fs::path>() : std::vector<fs::path>{named};
  std::vector<fs::path> found;
  for (const auto& file : toolkit_programs("ptxas")) found.push_back(file.path);
  for (const auto& root : find_toolkit_roots().environment) {
    // Of "…/site-packages/nvidia/cu13".
    const fs::path beside = root.folder.parent_path().parent_path();
    for (const char* name : {"ptxas", "ptxas-blackwell"})
      if (const fs::path program = beside / "triton/backends/nvidia/bin" / name;
          ::access(program.c_str(), X_OK) == 0)
        found.push_back(program);
  }
  return found;
}

std::string ptxas_identity() {
  sha256 hash;
  for (const auto& program : find_ptxas()) {
    std::error_code ignored;
    hash.field(program.string());
    hash.field(std::to_string(fs::file_size(program, ignored)));
    hash.field(std::to_string(fs::last_write_time(program, ignored).time_since_epoch().count()));
  }
  return hash.hex();
}

assembled_ptx assemble_ptx(const std::string& ptx, const ptx_target& device, int max_registers,
                           const tool_limits& limits, const std::string& subject) {
  assembled_ptx result{.trouble = "no ptxas"};
  const auto programs = find_ptxas();
  if (programs.empty()) return result;
  const temporary_folder folder("warpmark-ptxas");
  const fs::path source = folder.path() / "kernel.ptx", target = folder.path() / "kernel.cubin";
  std::ofstream(source, std::ios::binary) << ptx;
  const processes::child_limits bounds{
      .seconds = limits.seconds,
      .memory_bytes = limits.memory_bytes,
      .file_bytes = max_cubin_bytes,
      .abandoned = [&] { return limits.abandoned != nullptr && *limits.abandoned; }};
  for (const auto& program : programs) {
    std::vector<std::string> words = {program.string(), "-v",
                                      "-arch=" + architecture_for(ptx, device)};
    if (max_registers > 0) words.push_back(fmt::format("-maxrregcount={}", max_registers));
    words.insert(words.end(), {source.string(), "-o", target.string()});
    auto outcome = processes::run_limited(words, bounds);
    if (outcome.status != 0 && needs_linking(outcome.output)) {
      words.emplace_back("-c");
      outcome = processes::run_limited(words, bounds);
    }
    if (outcome.ended != processes::child_end::none) refuse_limit(outcome.ended, limits, subject);
    result.log = outcome.output;
    if (outcome.status == 0) {
      const std::string cubin = input::read_text(target, max_cubin_bytes);
      result.cubin.assign(cubin.begin(), cubin.end());
      result.trouble.clear();
      return result;
    }
    result.trouble = first_error_of(result.log, source);
    if (!is_too_old(result.log)) return result;
  }
  return result;
}

}  // namespace warpmark::compiler
