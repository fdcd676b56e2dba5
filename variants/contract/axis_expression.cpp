#include "variants/contract/axis_expression.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "base/number.hpp"
#include "base/usage_error.hpp"

namespace warpmark {
namespace {

constexpr std::size_t max_values = 100'000;

struct number {
  std::int64_t value;
  bool is_power;  ///< Written as 2^k.
};

constexpr std::int64_t max_exponent = 62;

std::optional<number> parse_number(std::string_view text) {
  const auto whole = inspect::parse_whole(text);
  if (!whole || whole->magnitude > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return std::nullopt;
  const auto magnitude = static_cast<std::int64_t>(whole->magnitude);
  return number{whole->negative ? -magnitude : magnitude, text.starts_with("2^")};
}

// "2^70", "-99999999999999999999": a number, but out of the range of the integer type.
bool is_out_of_range(std::string_view text) {
  if (text.starts_with("2^")) {
    text.remove_prefix(2);
  } else {
    if (text.starts_with('-')) text.remove_prefix(1);
    if (text.size() < 19) return false;
  }
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string bound_text(std::int64_t bound) {
  if (bound == std::numeric_limits<std::int64_t>::max()) return fmt::format("2^{}", max_exponent);
  const auto bits = static_cast<std::uint64_t>(bound);
  return bound > 1024 && std::has_single_bit(bits) ? fmt::format("2^{}", std::countr_zero(bits))
                                                   : fmt::format("{}", bound);
}

[[noreturn]] void refuse_number(const axis& along, std::string_view text) {
  if (text.starts_with('-'))
    throw usage_error(
        fmt::format("{}={}: out of range, expected at least {}", along.name, text, along.min));
  throw usage_error(fmt::format("{}={}: out of range, expected at most {}", along.name, text,
                                bound_text(along.max)));
}

// `text` is an item of a list, of which `number_text` is not a number.
[[noreturn]] void refuse(const axis& along, std::string_view text, std::string_view number_text) {
  if (along.is_integer() && is_out_of_range(number_text)) refuse_number(along, number_text);
  throw usage_error(fmt::format(
      "{}={}: expected {}", along.name, text,
      along.is_integer()
          ? "an integer or a range such as 1024, 64,128, 2^10..2^28, 2^10..2^28:2^2, 64..256:64 or "
            "all"
          : to_text(along.base) + " or another of its names, or all"));
}

number number_of(const axis& along, std::string_view text, std::string_view number_text) {
  const auto value = parse_number(number_text);
  if (!value) refuse(along, text, number_text);
  return *value;
}

[[noreturn]] void refuse_count(const axis& along, std::string_view text) {
  throw usage_error(fmt::format("{}={:.40}{}: more than {} values; expected a larger step",
                                along.name, text, text.size() > 40 ? "..." : "", max_values));
}

void append_steps(const axis& along, std::string_view text, number from, number to,
                  std::optional<number> step, std::vector<parameter_value>& values) {
  if (from.is_power && to.is_power && (!step || step->is_power)) {
    const std::int64_t factor = step ? step->value : 2;
    if (factor < 2) refuse(along, text, {});
    for (std::int64_t value = from.value; value <= to.value; value *= factor) {
      values.emplace_back(value);
      if (value > to.value / factor) break;
    }
  } else if (step) {
    if (step->value < 1) refuse(along, text, {});
    if (from.value > to.value) return;
    const auto difference =
        static_cast<std::uint64_t>(to.value) - static_cast<std::uint64_t>(from.value);
    const std::uint64_t steps = difference / static_cast<std::uint64_t>(step->value);
    if (steps >= max_values) refuse_count(along, text);
    for (std::uint64_t i = 0; i <= steps; ++i)
      values.emplace_back(from.value + static_cast<std::int64_t>(i) * step->value);
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
    step = number_of(along, item, last.substr(colon + 1));
    last = last.substr(0, colon);
  }
  const number from = number_of(along, item, item.substr(0, dots));
  const number to = number_of(along, item, last);
  const std::size_t before = values.size();
  append_steps(along, item, from, to, step, values);
  if (values.size() == before)
    throw usage_error(fmt::format("{}={}: the range is empty; expected one within {}..{}",
                                  along.name, item, to_text(along.values.front()),
                                  to_text(along.values.back())));
}

void append_item(const axis& along, std::string_view item, std::vector<parameter_value>& values) {
  if (item == "all") {
    values.insert(values.end(), along.values.begin(), along.values.end());
  } else if (!along.is_integer()) {
    if (item.empty()) refuse(along, item, item);
    values.emplace_back(std::string(item));
  } else if (const auto dots = item.find(".."); dots != std::string_view::npos) {
    append_range(along, item, dots, values);
  } else {
    values.emplace_back(number_of(along, item, item).value);
  }
}

}  // namespace

std::vector<parameter_value> parse_axis_expression(const axis& along, std::string_view text) {
  std::vector<parameter_value> values;
  std::set<parameter_value> seen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    std::vector<parameter_value> of_item;
    append_item(along, text.substr(begin, comma - begin), of_item);
    // A value named twice is one point, at the position of its first name.
    for (auto& value : of_item)
      if (seen.insert(value).second) values.push_back(std::move(value));
    if (values.size() > max_values) refuse_count(along, text);
    begin = comma + 1;
  }
  return values;
}

}  // namespace warpmark
