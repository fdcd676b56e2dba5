#include "bench/compiler/own/command_line.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/compiler/toolkit_search.hpp"

namespace warpmark::compiler {
namespace {

// "90a" of "sm_90a" and "compute_90a".
std::string architecture_number(const std::string& architecture) {
  return architecture.substr(architecture.find('_') + 1);
}

bool options_name_toolkit(const std::vector<std::string>& options) {
  return std::any_of(options.begin(), options.end(), [](const std::string& option) {
    return option.starts_with("--cuda-path") || option == "-nocudainc";
  });
}

}  // namespace

std::vector<std::string> command_line(const user_compiler& compiler,
                                      const std::string& architecture,
                                      const std::vector<std::string>& options,
                                      const compilation_files& files) {
  std::vector<std::string> words = {compiler.path.string()};
  if (compiler.kind == compiler_kind::nvcc) {
    words.insert(words.end(), {"-x", "cu", "-ptx", "-lineinfo",
                               "-arch=compute_" + architecture_number(architecture)});
  } else {
    words.insert(words.end(), {"-x", "cuda", "--cuda-device-only", "-S", "-O3",
                               "-gline-tables-only", "-Wno-unknown-cuda-version",
                               "--cuda-gpu-arch=sm_" + architecture_number(architecture)});
    // Clang looks for a toolkit in /usr/local/cuda only, and not for CCCL, which nvcc finds.
    if (const auto nvcc = toolkit_programs("nvcc");
        !nvcc.empty() && !options_name_toolkit(options)) {
      const auto toolkit = nvcc.front().path.parent_path().parent_path();
      words.push_back("--cuda-path=" + toolkit.string());
      if (std::error_code ignored; std::filesystem::exists(toolkit / "include/cccl", ignored))
        words.insert(words.end(), {"-isystem", (toolkit / "include/cccl").string()});
    }
  }
  words.insert(words.end(), {"-MD", "-MF", files.dependencies.string()});
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-o", files.ptx.string(), files.source.string()});
  return words;
}

}  // namespace warpmark::compiler
