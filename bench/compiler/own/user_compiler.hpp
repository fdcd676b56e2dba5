#pragma once

#include <filesystem>
#include <string>

namespace warpmark::compiler {

/// The kinds of compilers that make PTX of CUDA C++ files, by their command lines.
enum class compiler_kind { nvcc, clang };

/// A compiler of the user's machine.
struct user_compiler {
  compiler_kind kind = compiler_kind::nvcc;
  std::filesystem::path path;
  std::string version;  ///< What it prints for --version.

  /// "nvcc 13.0.88", "clang 19.1.7".
  std::string name() const;
};

/// Whether `word` names NVRTC, which is no program: "nvrtc", or empty.
bool is_nvrtc(const std::string& word);

/// The compiler that `word` names: "nvcc" and "clang" are searched for as the toolkit's programs
/// are, clang also as clang++-N; a word with '/' is a path, whose kind its --version tells. Each is
/// started once per process. Throws compiler_unavailable: what was looked for, and how to name one.
user_compiler find_user_compiler(const std::string& word);

}  // namespace warpmark::compiler
