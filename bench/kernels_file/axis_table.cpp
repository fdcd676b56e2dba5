#include "bench/kernels_file/axis_table.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/kernels_file/values.hpp"
#include "variants/contract/axis_expression.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark::kernels_file {
namespace {

using inspect::toml_reader;

constexpr const char* right_values =
    "expected values in [ ], e.g. [16, 32] or [\"f32\", \"f64\"], or a range, e.g. "
    "\"2^20..2^24\" or \"1..16\"";

// Problem sizes beyond the listed ones.
constexpr std::int64_t min_size = 1, max_size = std::int64_t{1} << 40;

parameter_value value_of(const toml_reader& from, const char* key, const toml::node& node) {
  if (node.is_integer()) return node.ref<std::int64_t>();
  if (node.is_boolean()) return std::int64_t{node.ref<bool>() ? 1 : 0};
  if (!node.is_string()) from.refuse(key, right_values);
  const auto& text = node.ref<std::string>();
  if (text.empty() || text.find_first_of(" ,=[]\t\n") != std::string::npos)
    from.refuse(
        key, fmt::format("'{}': expected a name without blanks, commas, '=' and brackets", text));
  return text;
}

// On the command line a range without a step selects the axis's values in it. Here the axis has no
// values yet, so it means all numbers.
std::string with_steps(const std::string& text) {
  std::string result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto comma = std::min(text.find(',', begin), text.size());
    std::string item = text.substr(begin, comma - begin);
    if (item.find("..") != std::string::npos && item.find(':') == std::string::npos &&
        !item.starts_with("2^"))
      item += ":1";
    result += (begin == 0 ? "" : ",") + item;
    begin = comma + 1;
  }
  return result;
}

std::vector<parameter_value> values_of_text(const toml_reader& from, const char* key,
                                            const std::string& name, const std::string& text) {
  axis along{.name = name, .summary = {}, .values = {std::int64_t{0}}, .base = std::int64_t{0}};
  const bool whole =
      !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-');
  if (text.empty() || text == "all") from.refuse(key, right_values);
  if (!whole) along.base = std::string();
  std::vector<parameter_value> values;
  inspect::in_place(place_of(from, key),
                    [&] { values = parse_axis_expression(along, with_steps(text)); });
  return values;
}

std::vector<parameter_value> read_values(const toml_reader& from, const char* key,
                                         const std::string& name, const toml::node& node) {
  if (node.is_string()) return values_of_text(from, key, name, node.ref<std::string>());
  const auto* list = node.as_array();
  if (list == nullptr) return {value_of(from, key, node)};
  std::vector<parameter_value> values;
  for (const toml::node& item : *list) {
    values.push_back(value_of(from, key, item));
    if (values.back().index() != values.front().index())
      from.refuse(key, "numbers and names; expected only one of them");
    if (std::count(values.begin(), values.end(), values.back()) > 1)
      from.refuse(key, fmt::format("duplicate value {}", to_text(values.back())));
  }
  if (values.empty()) from.refuse(key, fmt::format("no values; {}", right_values));
  return values;
}

void open_domain(axis& to) {
  const auto whole = [](const parameter_value& value) { return std::get<std::int64_t>(value); };
  std::int64_t min = whole(to.values.front()), max = min;
  for (const auto& item : to.values) {
    min = std::min(min, whole(item));
    max = std::max(max, whole(item));
  }
  to.min = std::min(min, min_size);
  to.max = std::max(max, max_size);
}

void read_details(toml_reader& from, axis& to) {
  to.summary = from.text("summary").value_or("");
  to.swept = from.flag("swept").value_or(true);
  if (const auto* node = from.node("base")) to.base = value_of(from, "base", *node);
  if (const auto* node = from.node("interpreted"))
    to.interpreted_values = read_values(from, "interpreted", to.name, *node);
  const auto min = from.whole("min"), max = from.whole("max"), multiple = from.whole("multiple_of");
  const auto power = from.flag("power_of_two");
  if (!min && !max && !multiple && !power) return;
  if (!to.is_integer()) from.refuse("min, max, multiple_of and power_of_two are for numbers");
  to.only_values = false;
  open_domain(to);
  if (min) to.min = *min;
  if (max) to.max = *max;
  if (multiple) to.multiple_of = *multiple;
  if (to.multiple_of < 1) from.refuse("multiple_of", "expected a number from 1");
  to.power_of_two = power.value_or(false);
}

void check(const toml_reader& from, const char* key, const axis& axis) {
  if (axis.base.index() != axis.values.front().index())
    from.refuse("base", fmt::format("{}: expected one of the values", to_text(axis.base)));
  const auto admit = [&](const parameter_value& value) {
    if (const auto error = axis.value_error(value); !error.empty())
      from.refuse(key,
                  fmt::format("{} = {}: the value must be {}", axis.name, to_text(value), error));
  };
  for (const auto& value : axis.values) admit(value);
  for (const auto& value : axis.interpreted_values) admit(value);
  admit(axis.base);
  if (axis.name != "type") return;
  std::vector<std::string> types;
  for (const auto type : all_element_types()) types.emplace_back(name(type));
  for (const auto& value : axis.values)
    if (!parse_element_type(to_text(value)))
      from.refuse(key, fmt::format("no element type '{}'{}", to_text(value),
                                   did_you_mean(to_text(value), types)));
}

}  // namespace

axis read_axis(const toml_reader& from, const std::string& name, const toml::node& node,
               axis_kind kind) {
  need_name(from, "axis", name);
  axis result{.name = name, .summary = {}, .values = {}, .base = {}, .swept = true};
  const auto finish = [&](const toml_reader& reader, const char* key, const toml::node& values) {
    result.values = read_values(reader, key, name, values);
    result.base = result.values.front();
    // Numbers are sorted by size; names keep the file's order.
    if (result.is_integer()) std::sort(result.values.begin(), result.values.end());
    result.only_values = kind == axis_kind::config || !result.is_integer();
    if (!result.only_values) open_domain(result);
  };
  if (!node.is_table()) {
    finish(from, name.c_str(), node);
    check(from, name.c_str(), result);
    return result;
  }
  toml_reader table(*node.as_table(), from.file(), fmt::format("axis {}", name),
                    {"values", "summary", "swept", "base", "interpreted", "min", "max",
                     "multiple_of", "power_of_two"});
  const auto* values = table.node("values");
  if (values == nullptr) table.refuse(fmt::format("'values' is missing; {}", right_values));
  finish(table, "values", *values);
  read_details(table, result);
  table.finish();
  check(table, "values", result);
  return result;
}

}  // namespace warpmark::kernels_file
