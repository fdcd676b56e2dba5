#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/compiler/own/user_compiler.hpp"

namespace warpmark::compiler {

/// The files of one compilation.
struct compilation_files {
  std::filesystem::path source, ptx, dependencies;
};

/// The command that compiles to PTX with line tables for `architecture` ("sm_90", "compute_90a"),
/// and writes the names of all files that it reads. `options` come last, so they win.
std::vector<std::string> command_line(const user_compiler& compiler,
                                      const std::string& architecture,
                                      const std::vector<std::string>& options,
                                      const compilation_files& files);

}  // namespace warpmark::compiler
