#include "base/visible_text.hpp"

#include <fmt/format.h>

namespace warpmark {
namespace {

// One character and its size in bytes; -1 for invalid UTF-8.
struct character {
  int code;
  std::size_t bytes;
};

character character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const int first = byte(0);
  const std::size_t bytes = first < 0x80   ? 1
                            : first < 0xC2 ? 0
                            : first < 0xE0 ? 2
                            : first < 0xF0 ? 3
                            : first < 0xF5 ? 4
                                           : 0;
  if (bytes == 0 || bytes > text.size()) return {-1, 1};
  if (bytes == 1) return {first, 1};
  int code = first & (0xFF >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {-1, 1};
    code = code << 6 | (byte(i) & 0x3F);
  }
  const int min_code = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
  if (code < min_code || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {-1, 1};
  return {code, bytes};
}

bool is_control(int code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

// Bidirectional marks and line separators.
bool changes_order(int code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0x200E || code == 0x200F || code == 0x061C || code == 0x2028 || code == 0x2029;
}

}  // namespace

std::string visible_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [code, bytes] = character_at(text);
    if (code < 0)
      result += "\xEF\xBF\xBD";
    else if (code == '\n' || code == '\t' || code == '\r')
      result += ' ';
    else if (is_control(code))
      result += fmt::format("\\x{:02x}", code);
    else if (changes_order(code))
      result += fmt::format("\\u{:04x}", code);
    else
      result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  for (auto at = result.find("##["); at != std::string::npos; at = result.find("##[", at))
    result.insert(at + 2, " ");
  return result;
}

std::string valid_utf8(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = character_at(text);
    if (code < 0)
      result += '?';
    else
      result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return result;
}

}  // namespace warpmark
