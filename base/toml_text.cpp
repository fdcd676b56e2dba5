#include "base/toml_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/input_file.hpp"
#include "base/usage_error.hpp"

namespace warpmark::inspect {
namespace {

// The position after the string or comment that begins at `at`.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  if (quote == '#') return std::min(text.find('\n', at), text.size());
  const std::string three(3, quote);
  const bool is_long = text.substr(at, 3) == three;
  const std::string_view closing = is_long ? std::string_view(three) : text.substr(at, 1);
  for (at += closing.size(); at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\')
      ++at;
    else if (text.substr(at, closing.size()) == closing)
      return at + closing.size();
    else if (!is_long && text[at] == '\n')
      return at;
  }
  return text.size();
}

// The parser creates a table per part of "a.b.c" and frees them recursively.
void require_short_keys(std::string_view text, const std::string& file) {
  int keys = 1;
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'' || c == '#') {
      const std::size_t end = end_of_quoted(text, at);
      line += static_cast<std::size_t>(std::count(text.begin() + at, text.begin() + end, '\n'));
      at = end;
      continue;
    }
    line += c == '\n' ? 1 : 0;
    if (std::string_view("=,[]{}\n").find(c) != std::string_view::npos) keys = 1;
    if (c == '.' && ++keys > input::max_dotted_keys)
      throw usage_error(fmt::format("{}:{}: a key of more than {} parts; expected a.b.c", file,
                                    line, input::max_dotted_keys));
    ++at;
  }
}

}  // namespace

std::string in_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

toml::table parse_toml(std::string_view text, const std::string& file) {
  require_short_keys(text, file);
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    throw usage_error(
        in_one_line(fmt::format("{}:{}:{}: {}", file, at.line, at.column, error.description())));
  }
}

std::string read_toml_text(const std::filesystem::path& path) {
  return input::read_text(path, input::max_toml_bytes);
}

}  // namespace warpmark::inspect
