#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// A place of a source that names a file for the preprocessor.
struct include_use {
  enum class form { include, include_next, has_include } what = form::include;
  int line = 0;            ///< From 1: that of the directive's '#'.
  std::size_t begin = 0;   ///< Of the name with its quotes or brackets, in bytes …
  std::size_t end = 0;     ///< … and what follows it.
  bool is_literal = true;  ///< False for a macro, of which the name is not known.
  bool is_quoted = false;  ///< "name"; else <name>.
  std::string name = {};   ///< Of a literal; else what stands in its place.
};

/// Every place where a preprocessor may read a file: as the language has it, with spliced lines,
/// comments and digraphs. Texts in comments and strings may be among them; none is left out.
std::vector<include_use> scan_includes(std::string_view source);

/// Why a source cannot be scanned surely, as a clause: characters that the language reads in two
/// ways. Empty if it can.
std::string scan_trouble(std::string_view source);

}  // namespace warpmark
