#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark::compiler {

/// Who reads the flags.
enum class flag_reader { nvcc, clang, nvrtc };

/// The flags of a compile command that decide what a source means, for another compiler: include
/// folders, macros, the standard, forced includes, the host compiler, options of code generation.
/// Outputs, architectures, warnings, debug information and sources are left out. Relative paths
/// start at `directory`; response files (@FILE, --options-file FILE) are read. The first word is
/// the program. Throws usage_error.
std::vector<std::string> flags_of_command(const std::vector<std::string>& words,
                                          const std::filesystem::path& directory,
                                          flag_reader reader);

}  // namespace warpmark::compiler
