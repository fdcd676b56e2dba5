#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source_tree.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/inspect/specification.hpp"

namespace warpmark::inspect {

/// A file as NVRTC gets it. Its lines keep their numbers.
struct prepared_source {
  std::string name;      ///< The file, as the user named it.
  std::string original;  ///< For listings.
  std::string text;
};

/// Reads and prepares a source: prelude, kept lines, host functions left out, no mark of the order
/// of bytes (U+FEFF) in front. Throws usage_error if it cannot be read.
prepared_source read_source(const std::filesystem::path& path, const compile_settings& settings,
                            const source_tree& files = {});

/// NVRTC's options that the settings mean.
std::vector<std::string> compiler_options(const compile_settings& settings,
                                          const prepared_source& source);

/// Headers that NVRTC finds without a folder: the settings' own and, if asked for, empty ones for
/// those of the host.
std::vector<compiler::header_text> headers_of(const compile_settings& settings);

}  // namespace warpmark::inspect
