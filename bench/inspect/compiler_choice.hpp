#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// Whether NVRTC compiles sources with these settings: no other compiler is named, or implied by
/// compile commands.
bool uses_nvrtc(const compile_settings& settings);

/// The compiler of one source, and the flags that its compile command has for it.
struct compiler_choice {
  std::string compiler;  ///< See compiler::find_user_compiler(); empty: NVRTC.
  std::vector<std::string> flags;
};

/// Without compile commands the settings' compiler. With them the compiler of the source's entry,
/// if it is nvcc or clang and the settings name none. Throws usage_error, and
/// compiler::compiler_unavailable.
compiler_choice choose_compiler(const compile_settings& settings,
                                const std::filesystem::path& source);

}  // namespace warpmark::inspect
