#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// A place of a source that names a file for the preprocessor.
struct include_use {
  enum class form { include, include_next, has_include } directive = form::include;
  int line = 0;            ///< Line of the directive's '#', from 1.
  std::size_t begin = 0;   ///< Byte offset of the name with its quotes or brackets …
  std::size_t end = 0;     ///< … and of its end.
  bool is_literal = true;  ///< False for a macro, whose expansion is unknown.
  bool is_quoted = false;  ///< "name"; else <name>.
  std::string name = {};   ///< The literal name; else the text in its place.
};

/// Every place where a preprocessor may read a file, with spliced lines, comments and digraphs as
/// in the language. The result may include matches in comments and strings, but misses none.
std::vector<include_use> scan_includes(std::string_view source);

/// Why a source cannot be scanned reliably, as a clause: it has characters whose meaning depends on
/// the language standard. Empty if it can.
std::string scan_trouble(std::string_view source);

}  // namespace warpmark
