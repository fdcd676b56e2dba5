#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "simt/ptx/source_table.hpp"
#include "simt/ptx/token_cursor.hpp"

namespace warpmark::simt {

/// Reads `.loc` directives and the strings that they refer to, and builds a module's table of
/// inlined calls.
///
/// A directive of inlined code names the position of its call. If that call is in inlined code too,
/// a directive with exactly that position precedes it.
class location_parser {
 public:
  explicit location_parser(source_table& into) : into_(into) {}

  /// Positions of another function mean nothing in this one.
  void begin_function() { calls_at_.clear(); }

  /// Reads a directive from after its `.loc` to the end of its line. Line 0 marks code that belongs
  /// to no line.
  source_place read(token_cursor& at);

  /// Reads a `.section` from after that word up to and including its closing brace.
  void read_section(token_cursor& at);

  /// Names the functions of the calls, after all sections have been read.
  void finish();

 private:
  struct position {
    int file = 0, line = 0, column = 0;
    auto operator<=>(const position&) const = default;
  };
  struct call_key {
    std::string label;
    position from;
    std::uint32_t parent = 0;
    auto operator<=>(const call_key&) const = default;
  };

  static position read_position(token_cursor& at);
  std::uint32_t number_of(const call_key& key);

  source_table& into_;
  std::map<position, std::uint32_t> calls_at_;  // The call that the code at a position belongs to.
  std::map<call_key, std::uint32_t> numbers_;
  std::map<std::string, std::size_t, std::less<>> labels_;  // Offsets in strings_.
  std::string strings_;
};

}  // namespace warpmark::simt
