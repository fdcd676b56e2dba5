#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace warpmark::simt {

/// Where a printf takes its arguments and strings from.
struct print_source {
  /// The next 4 or 8 bytes of the argument buffer, aligned to their size.
  std::function<std::uint64_t(unsigned size)> next;
  /// The text at an address, up to its zero.
  std::function<std::string(std::uint64_t address)> text;
};

/// What the device's printf prints. Conversions d i u o x X c e E f F g G a A p s %, with flags,
/// width, precision and the length modifiers hh h l ll z j t; others are printed as they are
/// written.
std::string format_print(const std::string& format, const print_source& from);

}  // namespace warpmark::simt
