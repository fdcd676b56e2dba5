#include "cli/table_options.hpp"

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/core/selection.hpp"
#include "variants/contract/axis_expression.hpp"

namespace warpmark {
namespace {

// Journals do not define the values of an axis; a value that is not a number is a name.
axis axis_of(const std::string& name, const std::string& expression) {
  const bool is_range =
      expression.find("..") != std::string::npos || expression.find('^') != std::string::npos;
  return {.name = name,
          .values = {},
          .base = is_range ? parameter_value(std::int64_t{1}) : parameter_value(std::string())};
}

}  // namespace

void table_options::add_to(CLI::App& verb) {
  verb.add_option("-p", problem, "profile, matrix: only these problems, e.g. type=i32,f32")
      ->allow_extra_args(false)
      ->type_name("AXIS=VALUES");
  verb.add_option("--select", table_filter.select,
                  "profile, matrix: only these family/variant globs")
      ->type_name("GLOB");
  verb.add_option("--leave-out", table_filter.leave_out,
                  "profile, matrix: none of these family/variant globs")
      ->type_name("GLOB")
      ->capture_default_str();
  verb.add_option("--state", table_filter.state, "profile, matrix: cold or hot times")
      ->type_name("cold|hot")
      ->capture_default_str();
}

tuning::table_filter table_options::filter() const {
  tuning::table_filter result = table_filter;
  for (const auto& item : problem) {
    const auto setting = parse_axis_setting("-p", item);
    const auto along = axis_of(setting.name, setting.expression);
    for (const auto& value : parse_axis_expression(along, setting.expression))
      result.problems[setting.name].push_back(to_text(value));
  }
  return result;
}

std::vector<std::uint64_t> sizes_of(const std::string& option, const std::string& expression) {
  std::vector<std::uint64_t> sizes;
  if (expression.empty()) return sizes;
  const axis along{.name = option, .values = {}, .base = std::int64_t{1}};
  for (const auto& item : parse_axis_expression(along, expression)) {
    const auto* n = std::get_if<std::int64_t>(&item);
    if (n == nullptr || *n < 1)
      throw usage_error(
          fmt::format("{} {}: expected sizes, e.g. 2^13..2^27:2^2", option, expression));
    sizes.push_back(static_cast<std::uint64_t>(*n));
  }
  return sizes;
}

}  // namespace warpmark
