#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/inspect/argument.hpp"
#include "bench/inspect/buffer_definition.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::inspect {

/// First and last line, from 1, inclusive.
using line_range = std::pair<int, int>;

/// The preparation of sources for NVRTC, and its options.
struct compile_settings {
  std::vector<std::string> defines;  ///< "NAME" or "NAME=VALUE".
  std::vector<std::filesystem::path> include_folders;
  std::string standard;              ///< Empty: of the compile command, else c++17.
  std::vector<std::string> options;  ///< Further options of the compiler.
  /// "nvcc", "clang", "nvrtc" or a path; empty: that of the compile commands, else NVRTC.
  std::string compiler;
  std::filesystem::path compile_commands;      ///< A folder or file with flags, if any.
  std::string prelude;                         ///< Text before the file, on separate lines.
  std::string epilogue;                        ///< Text after the file.
  std::map<std::string, std::string> headers;  ///< Texts of headers, by the included name.
  bool stub_host_headers = false;              ///< Host headers are replaced by stubs.
  bool kernels_only = false;                   ///< Leave out what the kernels do not need.
  /// Whether a source that NVRTC refuses is compiled as it is, and not once more as with
  /// stub_host_headers and kernels_only.
  bool as_is = false;
  std::vector<line_range> lines;  ///< Keep only these lines of the file, if any.

  /// Whether the compiler searches included files in the include folders and next to the source;
  /// otherwise it gets their texts.
  bool search_folders = true;
};

/// Launches of one kernel.
struct launch_definition {
  std::filesystem::path file;
  std::string entry;  ///< "reduce" or "reduce<256, float>".
  launch_shape shape;
  std::vector<argument> arguments;
  std::uint64_t repeat = 1;
};

/// The contents of a __constant__ or __device__ variable, written before the launches.
struct symbol_definition {
  std::filesystem::path file;
  buffer_definition contents;  ///< Its name may be qualified: "sample::weights".
};

/// The comparison of a buffer's contents between two backends; for tools, unused by the runs.
struct output_definition {
  std::string buffer;
  bool exact = true;
  double relative = 0, absolute = 0;
};

/// The input of `warpmark inspect`: kernels, their memory, and launches in order.
struct specification {
  std::uint64_t seed = 1;
  std::string architecture = "sm_90";
  std::filesystem::path folder;  ///< The base of relative paths of .npy files.
  compile_settings compile;
  std::vector<buffer_definition> buffers;
  std::vector<symbol_definition> symbols;
  std::vector<launch_definition> launches;
  std::vector<output_definition> outputs;

  const buffer_definition* find_buffer(const std::string& name) const;
  /// Adds a buffer. Throws usage_error for a duplicate name.
  void add_buffer(buffer_definition buffer);
  /// Parses an argument; adds a buffer that it defines.
  argument add_argument(const std::string& text, const std::string& unnamed);
};

/// "64", "64x2", "8x8x4". Throws usage_error with `noun`.
extent3 parse_extent(const std::string& noun, std::string_view text);

/// Throws usage_error if it cannot be run: no launch, unknown buffers, offsets beyond their ends,
/// invalid architectures.
void check(const specification& specification);

}  // namespace warpmark::inspect
