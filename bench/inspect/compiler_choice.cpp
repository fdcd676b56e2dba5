#include "bench/inspect/compiler_choice.hpp"

#include <map>
#include <mutex>
#include <unistd.h>

#include "bench/compiler/own/compile_commands.hpp"
#include "bench/compiler/own/compile_flags.hpp"
#include "bench/compiler/own/user_compiler.hpp"

namespace warpmark::inspect {
namespace {

namespace fs = std::filesystem;

// Of a command whose compiler is for the host, as that of a header's neighbour: nvcc.
std::string compiler_of(const compiler::compile_command& command) {
  const std::string& program = command.words.front();
  const std::string name = fs::path(program).filename().string();
  if (name.find("nvcc") == std::string::npos && name.find("clang") == std::string::npos)
    return "nvcc";
  // The commands may be from another machine.
  if (program.find('/') != std::string::npos) {
    const fs::path path = command.directory / program;
    if (access(path.c_str(), X_OK) == 0) return path.string();
    return name.find("nvcc") == std::string::npos ? "clang" : "nvcc";
  }
  return name.starts_with("clang") && !name.starts_with("clang++") ? "clang" : name;
}

compiler::flag_reader reader_of(const std::string& word) {
  if (compiler::is_nvrtc(word)) return compiler::flag_reader::nvrtc;
  return compiler::find_user_compiler(word).kind == compiler::compiler_kind::nvcc
             ? compiler::flag_reader::nvcc
             : compiler::flag_reader::clang;
}

compiler_choice read_choice(const compile_settings& settings, const fs::path& source) {
  static std::map<fs::path, std::vector<compiler::compile_command>> read;
  auto& commands = read[settings.compile_commands];
  if (commands.empty()) commands = compiler::read_compile_commands(settings.compile_commands);
  const auto& command = compiler::nearest_command(commands, source);
  compiler_choice choice{
      .compiler = settings.compiler.empty() ? compiler_of(command) : settings.compiler,
      .flags = {}};
  if (compiler::is_nvrtc(choice.compiler)) choice.compiler.clear();
  choice.flags =
      compiler::flags_of_command(command.words, command.directory, reader_of(choice.compiler));
  return choice;
}

}  // namespace

bool uses_nvrtc(const compile_settings& settings) {
  return settings.compiler.empty() ? settings.compile_commands.empty()
                                   : compiler::is_nvrtc(settings.compiler);
}

compiler_choice choose_compiler(const compile_settings& settings, const fs::path& source) {
  if (settings.compile_commands.empty())
    return {.compiler = uses_nvrtc(settings) ? "" : settings.compiler, .flags = {}};
  // Once per source: each config of a variant asks.
  static std::mutex mutex;
  static std::map<std::vector<std::string>, compiler_choice> known;
  const std::scoped_lock lock(mutex);
  const std::vector<std::string> key = {settings.compile_commands.string(), settings.compiler,
                                        source.string()};
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, read_choice(settings, source)).first->second;
}

}  // namespace warpmark::inspect
