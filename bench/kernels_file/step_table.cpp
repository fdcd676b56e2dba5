#include "bench/kernels_file/step_table.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/kernels_file/argument_text.hpp"
#include "bench/kernels_file/values.hpp"

namespace warpmark::kernels_file {
namespace {

using inspect::toml_reader;

// "@NAME", without an element.
std::string buffer_name(const toml_reader& from, const char* key, const std::string& text) {
  const auto argument = parse_argument(text, place_of(from, key));
  const auto* address = std::get_if<address_argument>(&argument.what);
  if (address == nullptr || address->buffer.empty() || address->first_element)
    from.refuse(key, fmt::format("'{}': expected a buffer without an element, \"@NAME\"", text));
  return address->buffer;
}

std::vector<expression> needed_extent(toml_reader& from, const char* key) {
  auto result = read_expressions(from, key);
  if (result.empty())
    from.refuse(
        fmt::format("'{}' is missing; expected one to three extents, e.g. {} = "
                    "[\"ceildiv(n, 32)\", 1]",
                    key, key));
  return result;
}

std::vector<std::pair<std::string, std::string>> read_variables(toml_reader& from) {
  std::vector<std::pair<std::string, std::string>> result;
  const auto* table = from.table("constants");
  if (table == nullptr) return result;
  const toml_reader names(*table, from.file(), "constants");
  for (const auto& [name, value] : names.in_order()) {
    if (!value->is_string())
      from.refuse("constants", fmt::format("{}: expected a buffer, \"@NAME\"", name));
    result.emplace_back(name, buffer_name(from, "constants", value->ref<std::string>()));
  }
  return result;
}

launch_description read_launch(toml_reader& from, const shared_settings& settings,
                               const std::vector<axis>& axes, source_files& sources) {
  if (settings.file.empty()) from.refuse("'file' is missing, here and at the top level");
  launch_description result{
      .where = from.where(),
      .source = source_choice(template_text(settings.file, place_of(from, "file")), settings.folder,
                              settings.compile, axes, sources),
      .settings = settings.compile,
      .defines = settings.defines,
      .options = settings.options,
      .entry = template_text(from.needed_text("entry"), place_of(from, "entry")),
      .grid = needed_extent(from, "grid"),
      .block = needed_extent(from, "block"),
      .cluster = read_expressions(from, "cluster"),
      .shared_bytes = read_expression(from, "shared"),
      .cooperative = from.flag("cooperative").value_or(false),
      .programmatic = from.flag("programmatic").value_or(false)};
  for (const auto& text : from.texts("args"))
    result.arguments.push_back(parse_argument(text, place_of(from, "args")));
  result.variables = read_variables(from);
  return result;
}

}  // namespace

const inspect::key_list& compiling_keys() {
  static const inspect::key_list keys = {"file", "include", "defines", "options", "define_axes"};
  return keys;
}

const inspect::key_list& step_keys() {
  static const inspect::key_list keys = {
      "fill",    "value",  "copy",        "to",           "entry", "grid",     "block",
      "cluster", "shared", "cooperative", "programmatic", "args",  "constants"};
  return keys;
}

shared_settings read_compiling(toml_reader& from, shared_settings settings,
                               const std::vector<axis>& axes) {
  if (auto file = from.text("file")) settings.file = *file;
  for (const auto& text : from.texts("include"))
    settings.compile.include_folders.push_back(settings.folder / text);
  for (auto& item : read_templates(from, "defines")) settings.defines.push_back(std::move(item));
  for (auto& item : read_templates(from, "options")) settings.options.push_back(std::move(item));
  if (from.flag("define_axes").value_or(false))
    for (const auto& along : axes)
      settings.defines.emplace_back(fmt::format("{0}={{{0}}}", along.name),
                                    place_of(from, "define_axes"));
  return settings;
}

step_description read_step(toml_reader& from, const shared_settings& settings,
                           const std::vector<axis>& axes, source_files& sources) {
  if (const auto target = from.text("fill")) {
    const std::string buffer = buffer_name(from, "fill", *target);
    return fill_description{from.where(), buffer,
                            parse_value(from.needed_text("value"), place_of(from, "value"))};
  }
  if (const auto source = from.text("copy")) {
    const std::string buffer = buffer_name(from, "copy", *source);
    return copy_description{from.where(), buffer, buffer_name(from, "to", from.needed_text("to"))};
  }
  return read_launch(from, settings, axes, sources);
}

}  // namespace warpmark::kernels_file
