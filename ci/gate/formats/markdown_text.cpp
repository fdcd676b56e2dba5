#include "ci/gate/formats/markdown_text.hpp"

#include <algorithm>
#include <string_view>

namespace warpmark::gate {
namespace {

std::string on_one_line(std::string text) {
  const auto is_control = [](char character) {
    return static_cast<unsigned char>(character) < 0x20;
  };
  std::replace_if(text.begin(), text.end(), is_control, ' ');
  return text;
}

}  // namespace

std::string markdown_text(const std::string& text) {
  constexpr std::string_view special = "\\`*_[]#|~$!";
  std::string result;
  for (const char character : html_text(text)) {
    if (special.find(character) != std::string_view::npos) result += '\\';
    result += character;
  }
  return result;
}

std::string markdown_code(const std::string& text) {
  const std::string line = on_one_line(text);
  // The fence must be longer than any run of backticks within.
  std::size_t longest = 0, run = 0;
  for (const char character : line) {
    run = character == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const std::string space = longest > 0 || line.empty() ? " " : "";
  std::string result = fence + space;
  for (const char character : line) {
    if (character == '|') result += '\\';
    result += character;
  }
  return result + space + fence;
}

std::string html_text(const std::string& text) {
  // A zero-width space prevents '@name' from being a mention; no escape does.
  constexpr std::string_view zero_width_space = "\xE2\x80\x8B";
  std::string result;
  for (const char character : on_one_line(text)) {
    if (character == '&')
      result += "&amp;";
    else if (character == '<')
      result += "&lt;";
    else if (character == '>')
      result += "&gt;";
    else
      result += character;
    if (character == '@') result += zero_width_space;
  }
  return result;
}

}  // namespace warpmark::gate
