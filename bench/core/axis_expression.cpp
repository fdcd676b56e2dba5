#include "bench/core/axis_expression.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"

namespace warpmark {
namespace {

constexpr std::size_t most_values = 100'000;

std::optional<std::int64_t> plain_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

struct number {
  std::int64_t value;
  bool is_power;  ///< Written as 2^k.
};

std::optional<number> parse_number(std::string_view text) {
  if (text.starts_with("2^")) {
    const auto exponent = plain_integer(text.substr(2));
    if (!exponent || *exponent < 0 || *exponent > 62) return std::nullopt;
    return number{std::int64_t{1} << *exponent, true};
  }
  const auto value = plain_integer(text);
  if (!value) return std::nullopt;
  return number{*value, false};
}

[[noreturn]] void refuse(const axis& along, std::string_view text) {
  throw usage_error(
      fmt::format("axis {}: cannot read '{}'; right would be e.g. {}", along.name, text,
                  along.is_integer() ? "1024, 64,128, 2^10..2^28, 2^10..2^28:2^2, 64..256:64 or all"
                                     : to_text(along.base) + " or all"));
}

void append_steps(const axis& along, std::string_view text, number from, number to,
                  std::optional<number> step, std::vector<parameter_value>& values) {
  const auto too_many = [&] {
    throw usage_error(fmt::format("axis {}: '{}' means more than {} values; take a larger step",
                                  along.name, text, most_values));
  };
  if (from.is_power && to.is_power && (!step || step->is_power)) {
    const std::int64_t factor = step ? step->value : 2;
    if (factor < 2) refuse(along, text);
    for (std::int64_t value = from.value; value <= to.value; value *= factor) {
      values.emplace_back(value);
      if (value > to.value / factor) break;
    }
  } else if (step) {
    if (step->value < 1) refuse(along, text);
    if ((to.value - from.value) / step->value >= static_cast<std::int64_t>(most_values)) too_many();
    for (std::int64_t value = from.value; value <= to.value; value += step->value)
      values.emplace_back(value);
  } else {
    for (const auto& own : along.values) {
      const auto* value = std::get_if<std::int64_t>(&own);
      if (value != nullptr && *value >= from.value && *value <= to.value) values.push_back(own);
    }
  }
}

void append_range(const axis& along, std::string_view item, std::size_t dots,
                  std::vector<parameter_value>& values) {
  std::string_view last = item.substr(dots + 2);
  std::optional<number> step;
  if (const auto colon = last.find(':'); colon != std::string_view::npos) {
    step = parse_number(last.substr(colon + 1));
    if (!step) refuse(along, item);
    last = last.substr(0, colon);
  }
  const auto from = parse_number(item.substr(0, dots));
  const auto to = parse_number(last);
  if (!from || !to) refuse(along, item);
  const std::size_t before = values.size();
  append_steps(along, item, *from, *to, step, values);
  if (values.size() == before)
    throw usage_error(
        fmt::format("axis {}: the range '{}' is empty; its values lie between {} and {}",
                    along.name, item, to_text(along.values.front()), to_text(along.values.back())));
}

void append_item(const axis& along, std::string_view item, std::vector<parameter_value>& values) {
  if (item == "all") {
    values.insert(values.end(), along.values.begin(), along.values.end());
  } else if (!along.is_integer()) {
    if (item.empty()) refuse(along, item);
    values.emplace_back(std::string(item));
  } else if (const auto dots = item.find(".."); dots != std::string_view::npos) {
    append_range(along, item, dots, values);
  } else if (const auto value = parse_number(item)) {
    values.emplace_back(value->value);
  } else {
    refuse(along, item);
  }
}

}  // namespace

std::vector<parameter_value> parse_axis_expression(const axis& along, std::string_view text) {
  std::vector<parameter_value> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    append_item(along, text.substr(begin, comma - begin), values);
    begin = comma + 1;
  }
  // A value named twice is one point, in the place where it was named first.
  std::vector<parameter_value> unique;
  for (auto& value : values)
    if (std::find(unique.begin(), unique.end(), value) == unique.end())
      unique.push_back(std::move(value));
  return unique;
}

}  // namespace warpmark
