#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::simt {

/// A place in the source, from `.loc`. file indexes source_table::files; line 0 means unknown.
struct source_place {
  int file = 0;
  int line = 0;
  std::uint32_t call = 0;  ///< Number of the call in source_table::calls that was inlined; 0: none.
};

/// A call that the compiler inlined.
struct inlined_call {
  std::string function;  ///< Mangled; empty if the PTX does not say.
  source_place from;     ///< The place of the call, which may be in an inlined function too.
};

/// Files and inlined calls that the places of a PTX module refer to.
struct source_table {
  std::map<int, std::string> files;
  std::vector<inlined_call> calls;  ///< Number 1 is the first one.

  /// The name of the place's file; "" if it is unknown.
  std::string file(const source_place& place) const;

  /// The place itself, or if it is in a header of a toolkit or of the system, the innermost call of
  /// it that is not. The place itself if there is no such call.
  source_place users(const source_place& place) const;

  /// The function whose code is at the place, as it is written in the source, if it was inlined;
  /// else "".
  std::string function(const source_place& place) const;

  /// "k.cu:12"; "an unknown line" without line information.
  std::string text(const source_place& place) const;

  /// The user's place, and the place itself if it is another: "k.cu:12 (from mma.hpp:91)".
  std::string users_text(const source_place& place) const;
};

/// Whether a path is that of a header of a CUDA toolkit, of the host's system, or of an installed
/// Python package: code that is not the user's own.
bool is_library_file(std::string_view path);

}  // namespace warpmark::simt
