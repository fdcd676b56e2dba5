#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark::compiler {

/// One entry of a compile_commands.json (Clang's JSON compilation database).
struct compile_command {
  std::filesystem::path file;       ///< Absolute.
  std::filesystem::path directory;  ///< Absolute.
  std::vector<std::string> words;   ///< The program first.
};

/// The file at `path`, or compile_commands.json in the folder `path`. A relative `directory` starts
/// at the file's folder. Throws usage_error.
std::filesystem::path compile_commands_file(const std::filesystem::path& path);

/// Throws usage_error with file, entry and what was expected.
std::vector<compile_command> read_compile_commands(const std::filesystem::path& path);

/// The entry of `file`; for a file without one, such as a header, the entry with the longest common
/// folder, of these a .cu file, then the first by name. Throws usage_error if there is no entry.
const compile_command& nearest_command(const std::vector<compile_command>& commands,
                                       const std::filesystem::path& file);

}  // namespace warpmark::compiler
