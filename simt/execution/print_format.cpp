#include "simt/execution/print_format.hpp"

#include <bit>
#include <cstdio>
#include <string_view>
#include <vector>

namespace warpmark::simt {
namespace {

constexpr int widest = 4096;

// One conversion: "%-08.3lld" is flags "-0", width 8, precision 3, long, 'd'.
struct print_conversion {
  std::string flags;
  int width = 0, precision = -1;
  bool wide = false;
  char kind = 0;
  std::size_t end = 0;  ///< Position after it in the format.
};

int number(const std::string& format, std::size_t& at, const print_source& from) {
  if (at < format.size() && format[at] == '*') {
    ++at;
    return static_cast<std::int32_t>(from.next(4));
  }
  int value = 0;
  while (at < format.size() && format[at] >= '0' && format[at] <= '9')
    value = std::min(value * 10 + (format[at++] - '0'), widest);
  return value;
}

print_conversion parse(const std::string& format, std::size_t at, const print_source& from) {
  print_conversion result;
  const auto is_one_of = [&](std::string_view set) {
    return at < format.size() && set.find(format[at]) != std::string_view::npos;
  };
  while (is_one_of("-+ #0")) result.flags += format[at++];
  result.width = number(format, at, from);
  if (result.width < 0) result.flags += '-', result.width = -result.width;
  result.width = std::min(result.width, widest);
  if (is_one_of(".")) {
    ++at;
    result.precision = std::min(number(format, at, from), widest);
  }
  while (is_one_of("hlzjtL")) result.wide = format[at++] != 'h' || result.wide;
  if (at < format.size()) result.kind = format[at++];
  result.end = at;
  return result;
}

template <class T>
std::string print(const print_conversion& conversion, const char* length, T value) {
  std::string format = "%";
  format.append(conversion.flags).append("*");
  if (conversion.precision >= 0) format.append(".").append(std::to_string(conversion.precision));
  format += length;
  format += conversion.kind;
  std::vector<char> text(2 * widest + 512);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length_used =
      std::snprintf(text.data(), text.size(), format.c_str(), conversion.width, value);
#pragma GCC diagnostic pop
  return {text.data(), static_cast<std::size_t>(std::max(length_used, 0))};
}

std::string convert(const print_conversion& conversion, const print_source& from) {
  switch (conversion.kind) {
    case 'd':
    case 'i': {
      const std::uint64_t bits = from.next(conversion.wide ? 8 : 4);
      const auto narrow = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
      return print(conversion, "ll", conversion.wide ? static_cast<long long>(bits) : narrow + 0LL);
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return print(conversion, "ll",
                   static_cast<unsigned long long>(from.next(conversion.wide ? 8 : 4)));
    case 'c':
      return print(conversion, "", static_cast<int>(from.next(4) & 255));
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return print(conversion, "", std::bit_cast<double>(from.next(8)));
    case 'p': {
      print_conversion pointer = conversion;
      pointer.kind = 'x';
      pointer.flags += '#';
      return print(pointer, "ll", static_cast<unsigned long long>(from.next(8)));
    }
    default: {
      const std::uint64_t address = from.next(8);
      std::string text = address == 0 ? "(null)" : from.text(address);
      if (text.size() > widest) text.resize(widest);
      return print(conversion, "", text.c_str());
    }
  }
}

}  // namespace

std::string format_print(const std::string& format, const print_source& from) {
  std::string result;
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      result += format[at++];
      continue;
    }
    if (at + 1 < format.size() && format[at + 1] == '%') {
      result += '%';
      at += 2;
      continue;
    }
    const print_conversion conversion = parse(format, at + 1, from);
    const bool known =
        std::string_view("diuoxXceEfFgGaAps").find(conversion.kind) != std::string_view::npos;
    result += conversion.kind != 0 && known ? convert(conversion, from)
                                            : format.substr(at, conversion.end - at);
    at = conversion.end;
  }
  return result;
}

}  // namespace warpmark::simt
