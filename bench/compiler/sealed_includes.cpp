#include "bench/compiler/sealed_includes.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/compiler/include_scan.hpp"

namespace warpmark {
namespace {

constexpr std::size_t max_shown_bytes = 100;

bool has_parent_part(const std::string& name) {
  const std::filesystem::path path(name);
  return std::find(path.begin(), path.end(), "..") != path.end();
}

const char* word_of(const include_use& use) {
  switch (use.directive) {
    case include_use::form::include:
      return "#include ";
    case include_use::form::include_next:
      return "#include_next ";
    default:
      return "__has_include of ";
  }
}

[[noreturn]] void refuse(const include_use& use, const std::string& place, const char* why) {
  const char* open = !use.is_literal ? "" : use.is_quoted ? "\"" : "<";
  const char* close = !use.is_literal ? "" : use.is_quoted ? "\"" : ">";
  throw usage_error(fmt::format("{}:{}: '{}{}{}{}': {}", place, use.line, word_of(use), open,
                                use.name.substr(0, max_shown_bytes), close, why));
}

std::string replacement(const include_use& use, const std::string& place,
                        const include_finder& find) {
  if (!use.is_literal) refuse(use, place, "expected a file in quotes or <>");
  if (use.name.starts_with('/')) refuse(use, place, "it is outside of the compared tree");
  // include_next depends on the search folders, which the tree's files are not in.
  if (use.directive != include_use::form::include_next)
    if (const auto known = find(use.name, use.is_quoted)) return '"' + *known + '"';
  if (has_parent_part(use.name)) refuse(use, place, "it is outside of the compared tree");
  return '<' + use.name + '>';
}

}  // namespace

std::string sealed_includes(const std::string& source, const std::string& place,
                            const include_finder& find) {
  if (const auto trouble = scan_trouble(source); !trouble.empty())
    throw usage_error(fmt::format("{}: {}", place, trouble));
  std::string result;
  std::size_t at = 0;
  for (const auto& use : scan_includes(source)) {
    if (use.begin < at) continue;  // Inside the name of the previous one.
    result += source.substr(at, use.begin - at);
    const std::string name = replacement(use, place, find);
    result += name;
    // Line splices in the name are moved after it.
    const auto begin = source.begin() + static_cast<std::ptrdiff_t>(use.begin);
    const auto end = source.begin() + static_cast<std::ptrdiff_t>(use.end);
    for (auto lines = std::count(begin, end, '\n'); lines > 0; --lines) result += "\\\n";
    at = use.end;
  }
  return result + source.substr(at);
}

}  // namespace warpmark
