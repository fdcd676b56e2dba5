#include "bench/inspect/compile_table.hpp"

#include <limits>

#include <fmt/format.h>

#include "base/suggest.hpp"

namespace warpmark::inspect {
namespace {

// "10-20", "35" or [10, 20].
line_range parse_lines(toml_reader& from, const toml::node& node) {
  std::int64_t first = 0, last = 0;
  if (const auto* pair = node.as_array(); pair != nullptr && pair->size() == 2) {
    first = pair->get(0)->value<std::int64_t>().value_or(0);
    last = pair->get(1)->value<std::int64_t>().value_or(0);
  }
  if (first < 1 || last < first || last > std::numeric_limits<int>::max())
    from.refuse("lines", "expected ranges [first, last] from 1, e.g. [[10, 80], [95, 120]]");
  return {static_cast<int>(first), static_cast<int>(last)};
}

}  // namespace

const key_list& compile_keys() {
  static const key_list keys = {"defines", "include",  "std",          "options",
                                "prelude", "epilogue", "kernels_only", "host_headers",
                                "headers", "lines",    "compiler",     "compile_commands",
                                "as_is"};
  return keys;
}

compile_settings read_compile_settings(toml_reader& from, const std::filesystem::path& folder) {
  compile_settings to;
  to.defines = from.texts("defines");
  for (const auto& item : from.texts("include")) to.include_folders.push_back(folder / item);
  if (auto text = from.text("std")) to.standard = *text;
  to.options = from.texts("options");
  if (auto text = from.text("compiler")) {
    // A path has a folder, so that it is not mistaken for a program in $PATH.
    const bool is_path = text->find('/') != std::string::npos;
    to.compiler =
        is_path ? std::filesystem::absolute(folder / *text).lexically_normal().string() : *text;
    if (to.compiler.empty()) from.refuse("compiler", "expected nvcc, clang, nvrtc or a path");
  }
  if (auto text = from.text("compile_commands")) to.compile_commands = folder / *text;
  if (auto text = from.text("prelude")) to.prelude = *text;
  if (auto text = from.text("epilogue")) to.epilogue = *text;
  to.kernels_only = from.flag("kernels_only").value_or(false);
  if (auto text = from.text("host_headers")) {
    if (*text != "stub" && *text != "none")
      from.refuse("host_headers",
                  fmt::format("'{}'{}", *text, did_you_mean(*text, {"stub", "none"})));
    to.stub_host_headers = *text == "stub";
  }
  to.as_is = from.flag("as_is").value_or(false);
  if (to.as_is && (to.kernels_only || to.stub_host_headers))
    from.refuse("as_is",
                "expected either as_is = true, or kernels_only = true or host_headers = \"stub\"");
  if (const auto* headers = from.table("headers"))
    for (const auto& [name, text] : *headers) {
      if (!text.is_string()) from.refuse("headers", "expected name = \"text\"");
      to.headers[std::string(name.str())] = text.ref<std::string>();
    }
  if (const auto* lines = from.node("lines")) {
    if (!lines->is_array()) from.refuse("lines", "expected e.g. [[10, 80]]");
    for (const auto& line : *lines->as_array()) to.lines.push_back(parse_lines(from, line));
  }
  return to;
}

}  // namespace warpmark::inspect
