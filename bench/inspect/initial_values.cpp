#include "bench/inspect/initial_values.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "variants/contract/distribution.hpp"

namespace warpmark::inspect {
namespace {

using rule = initial_values::rule;

struct named_rule {
  const char* name;
  rule fill_rule;
  std::size_t min_count, max_count;  // Number of parameters.
};

constexpr std::array<named_rule, 8> rules{{{"zeros", rule::constant, 0, 0},
                                           {"ones", rule::constant, 0, 0},
                                           {"arange", rule::arange, 0, 2},
                                           {"uniform", rule::uniform, 0, 2},
                                           {"normal", rule::normal, 0, 2},
                                           {"permutation", rule::permutation, 0, 0},
                                           {"poison", rule::uninitialised, 0, 0},
                                           {"uninitialised", rule::uninitialised, 0, 0}}};

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  names.reserve(rules.size());
  for (const auto& entry : rules) names.emplace_back(entry.name);
  for (const auto& distribution_name : distribution_names())
    if (distribution_name != "uniform") names.push_back(distribution_name);
  return names;
}

number plain(std::uint64_t value) {
  return {.whole = {.magnitude = value}, .real = static_cast<double>(value)};
}

bool less(value_kind kind, const number& a, const number& b) {
  if (is_floating(kind)) return a.real < b.real;
  if (a.whole.negative != b.whole.negative) return a.whole.negative;
  return a.whole.negative ? a.whole.magnitude > b.whole.magnitude
                          : a.whole.magnitude < b.whole.magnitude;
}

std::vector<number> parse_parameters(value_kind kind, std::string_view name,
                                     std::string_view text) {
  std::vector<number> result;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto comma = std::min(text.find(',', begin), text.size());
    std::string_view item = text.substr(begin, comma - begin);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    try {
      result.push_back(parse_number(kind, item));
    } catch (const usage_error& error) {
      throw usage_error(fmt::format("{}(…): {}", name, error.what()));
    }
    begin = comma + 1;
  }
  return result;
}

void check_parameters(value_kind kind, const initial_values& values, std::string_view text) {
  const auto& [first, second] = values.parameters;
  if (values.fill_rule == rule::uniform && !values.name.empty()) return;
  if (values.fill_rule == rule::uniform && less(kind, second, first))
    throw usage_error(fmt::format("{}: expected the lower bound first", text));
  for (const auto& parameter : values.parameters)
    if (is_floating(kind) && !(parameter.real - parameter.real == 0))
      throw usage_error(fmt::format("{}: expected finite parameters", text));
  if (values.fill_rule == rule::normal && less(kind, second, plain(0)))
    throw usage_error(fmt::format("{}: the standard deviation is negative", text));
}

std::optional<initial_values> distribution(std::string_view text) {
  const auto& names = distribution_names();
  if (std::find(names.begin(), names.end(), text) == names.end()) return std::nullopt;
  return initial_values{.fill_rule = text == "uniform" ? rule::uniform : rule::distribution,
                        .name = std::string(text)};
}

}  // namespace

initial_values parse_initial_values(value_kind kind, std::string_view text) {
  if (text.empty())
    throw usage_error("no initial value; expected e.g. zeros, 3, arange, uniform or @x.npy");
  if (text.starts_with("@")) {
    if (text.size() == 1) throw usage_error("'@' without a file; expected e.g. @data.npy");
    return {.fill_rule = rule::file, .name = std::string(text.substr(1))};
  }
  if (auto found = distribution(text)) return *found;
  const bool called = text.ends_with(')');
  const std::string_view word = called ? text.substr(0, text.find('(')) : text;
  const auto* found =
      std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.name == word; });
  if (found == rules.end()) {
    const bool is_word = std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
                         !(is_floating(kind) && (word == "inf" || word == "nan"));
    if (is_word || called)
      throw usage_error(
          fmt::format("no initial value '{}'{}", word, did_you_mean(word, all_names())));
    return {.fill_rule = rule::constant, .parameters = {parse_number(kind, text), {}}};
  }
  initial_values result{.fill_rule = found->fill_rule};
  std::vector<number> given;
  if (called)
    given =
        parse_parameters(kind, word, text.substr(word.size() + 1, text.size() - word.size() - 2));
  if (given.size() < found->min_count || given.size() > found->max_count)
    throw usage_error(fmt::format("{} takes {} parameters, not {}", word,
                                  found->max_count == 0 ? "no" : "up to two", given.size()));
  const bool second_is_default_one = found->fill_rule == rule::arange ||
                                     found->fill_rule == rule::normal ||
                                     found->fill_rule == rule::uniform;
  result.parameters = {plain(word == "ones" ? 1 : 0), plain(second_is_default_one ? 1 : 0)};
  // uniform(h) is from 0 to h.
  if (given.size() == 1) result.parameters[found->fill_rule == rule::uniform ? 1 : 0] = given[0];
  if (given.size() == 2) result.parameters = {given[0], given[1]};
  check_parameters(kind, result, text);
  return result;
}

}  // namespace warpmark::inspect
