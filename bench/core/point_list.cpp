#include "bench/core/point_list.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/core/point_key.hpp"
#include "variants/contract/axis_expression.hpp"

namespace warpmark {
namespace {

constexpr const char* form = "expected family/variant[type=i32,n=1024,...][block=256,...]";

std::string trimmed(std::string text) {
  text.erase(std::min(text.find('#'), text.size()));
  const char* blanks = " \t\r";
  text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
  text.erase(text.find_last_not_of(blanks) + 1);
  return text;
}

axis_setting setting_of(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw usage_error(fmt::format("'{}' has no value: {}", text, form));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// Sets the values of "a=1,b=x"; other axes keep their base.
void read_values(const std::string& text, const std::vector<axis>& axes, parameters& into) {
  for (const auto& along : axes) into.set(along.name, along.base);
  std::size_t begin = 0;
  while (begin < text.size()) {
    const auto end = std::min(text.find(',', begin), text.size());
    const axis_setting setting = setting_of(text.substr(begin, end - begin));
    begin = end + 1;
    std::vector<std::string> names;
    names.reserve(axes.size());
    for (const auto& axis : axes) names.push_back(axis.name);
    const auto along = std::find(names.begin(), names.end(), setting.name);
    if (along == names.end())
      throw usage_error(
          fmt::format("no axis '{}'{}", setting.name, did_you_mean(setting.name, names)));
    const axis& found = axes[static_cast<std::size_t>(along - names.begin())];
    const auto values = parse_axis_expression(found, setting.expression);
    if (values.size() != 1)
      throw usage_error(
          fmt::format("{}={}: expected one value per axis", setting.name, setting.expression));
    if (const auto error = found.value_error(values.front()); !error.empty())
      throw usage_error(
          fmt::format("{}={}: the value must be {}", setting.name, setting.expression, error));
    into.set(setting.name, values.front());
  }
}

point read_point(const registry& registry, const std::string& key, const device_limits& limits,
                 mutant_scope mutants) {
  const auto parts = split_key(key);
  if (!parts) throw usage_error(fmt::format("'{}': {}", key, form));
  const auto chosen = select_variants(registry, {std::string(parts->path)}, mutants);
  if (chosen.size() != 1 || chosen.front()->path() != parts->path)
    throw usage_error(fmt::format("'{}' is not a single variant: {}", parts->path, form));
  point result{.variant = chosen.front()};
  read_values(std::string(parts->problem), result.variant->contract->axes, result.problem);
  read_values(std::string(parts->config), result.variant->axes, result.config);
  if (const auto reason = reason_against(result, limits); !reason.empty())
    throw usage_error(reason);
  return result;
}

}  // namespace

sweep read_points(const registry& registry, std::istream& lines, const std::string& name,
                  const device_limits& limits, mutant_scope mutants) {
  sweep result;
  std::set<std::string> seen;
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const std::string key = trimmed(line);
    if (key.empty()) continue;
    try {
      point point = read_point(registry, key, limits, mutants);
      if (!seen.insert(point.key()).second) throw usage_error("duplicate point");
      result.points.push_back(std::move(point));
    } catch (const usage_error& error) {
      throw usage_error(fmt::format("{}:{}: {}", name, number, error.what()));
    }
  }
  if (result.points.empty()) throw usage_error(fmt::format("{}: the list has no points", name));
  const auto problem_of = [](const point& point) {
    return point.variant->family + point.problem.canonical();
  };
  std::stable_sort(result.points.begin(), result.points.end(),
                   [&](const point& a, const point& b) { return problem_of(a) < problem_of(b); });
  return result;
}

}  // namespace warpmark
