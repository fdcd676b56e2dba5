#include "bench/compiler/own/compile_commands.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "base/json_depth.hpp"
#include "base/json_place.hpp"
#include "base/usage_error.hpp"
#include "bench/compiler/own/shell_words.hpp"

namespace warpmark::compiler {
namespace {

namespace fs = std::filesystem;

compile_command read_compile_command(const journal::json_place& entry, const fs::path& folder) {
  compile_command command;
  command.directory = (folder / entry.at("directory").text()).lexically_normal();
  command.file = (command.directory / entry.at("file").text()).lexically_normal();
  if (entry.contains("arguments"))
    for (const auto& word : entry.at("arguments").items()) command.words.push_back(word.text());
  else
    command.words = shell_words(entry.at("command").text());
  if (command.words.empty()) entry.fail("a command with a compiler");
  return command;
}

// The number of folders that both paths begin with.
std::ptrdiff_t common_folder_count(const fs::path& a, const fs::path& b) {
  const fs::path left = a.parent_path(), right = b.parent_path();
  return std::distance(left.begin(),
                       std::mismatch(left.begin(), left.end(), right.begin(), right.end()).first);
}

}  // namespace

fs::path compile_commands_file(const fs::path& path) {
  std::error_code ignored;
  const fs::path file = fs::is_directory(path, ignored) ? path / "compile_commands.json" : path;
  if (!fs::exists(file, ignored))
    throw usage_error(
        fmt::format("{}: no such file; expected a build folder with compile_commands.json (cmake "
                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON writes it)",
                    file.string()));
  return fs::absolute(file).lexically_normal();
}

std::vector<compile_command> read_compile_commands(const fs::path& path) {
  const fs::path file = compile_commands_file(path);
  const std::string text = input::read_text(file);
  input::require_shallow_json(text, file.string());
  nlohmann::ordered_json document;
  try {
    document = nlohmann::ordered_json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    throw usage_error(fmt::format("{}: expected JSON: {}", file.string(), error.what()));
  }
  std::vector<compile_command> commands;
  for (const auto& entry : journal::json_place(document, file.string()).items())
    commands.push_back(read_compile_command(entry, file.parent_path()));
  if (commands.empty())
    throw usage_error(
        fmt::format("{}: no entry; expected the command of one source or more", file.string()));
  return commands;
}

const compile_command& nearest_command(const std::vector<compile_command>& commands,
                                       const fs::path& file) {
  if (commands.empty()) throw usage_error("no compile command");
  const fs::path wanted = fs::absolute(file).lexically_normal();
  std::error_code ignored;
  const auto is_it = [&](const compile_command& command) {
    return command.file == wanted || fs::equivalent(command.file, wanted, ignored);
  };
  const auto own = std::find_if(commands.begin(), commands.end(), is_it);
  if (own != commands.end()) return *own;
  const auto rank = [&](const compile_command& command) {
    return std::tuple(-common_folder_count(command.file, wanted), command.file.extension() != ".cu",
                      command.file);
  };
  return *std::min_element(
      commands.begin(), commands.end(),
      [&](const compile_command& a, const compile_command& b) { return rank(a) < rank(b); });
}

}  // namespace warpmark::compiler
