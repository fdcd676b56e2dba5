#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// A file as passed to NVRTC. Its lines keep their numbers.
struct prepared_source {
  std::string name;      ///< The file name as given by the user.
  std::string original;  ///< The original text, for listings.
  std::string text;
  /// Files of its project that it includes, if host code is removed from them.
  std::vector<compiler::header_text> headers = {};
};

/// Reads and prepares a source: adds the prelude, selects lines, removes a byte order mark (U+FEFF)
/// and, with kernels_only, what the expressions `needed` do not need, also from files that it
/// includes; of a closed tree only from itself. No expressions: all kernels are needed. Throws
/// usage_error if it cannot be read.
prepared_source read_source(const std::filesystem::path& path, const compile_settings& settings,
                            const source_tree& files = {},
                            const std::vector<std::string>& needed = {});

/// The options of the source's compiler for the settings and its compile command.
std::vector<std::string> compiler_options(const compile_settings& settings,
                                          const prepared_source& source);

/// Headers that NVRTC gets as texts: those of the settings, the source's own and, if requested,
/// stubs for those of the host.
std::vector<compiler::header_text> headers_of(const compile_settings& settings,
                                              const prepared_source& source);

}  // namespace warpmark::inspect
