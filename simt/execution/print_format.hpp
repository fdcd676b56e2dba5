#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace warpmark::simt {

/// The source of a printf's arguments and strings.
struct print_source {
  /// The next 4 or 8 bytes of the argument buffer, aligned to their size.
  std::function<std::uint64_t(unsigned size)> next;
  /// The zero-terminated text at an address.
  std::function<std::string(std::uint64_t address)> text;
};

/// Formats as the device's printf does. Conversions d i u o x X c e E f F g G a A p s %, with
/// flags, width, precision and the length modifiers hh h l ll z j t; others are printed as they are
/// written.
std::string format_print(const std::string& format, const print_source& from);

}  // namespace warpmark::simt
