#include "tuning/profile/policy_axes.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "tuning/profile/cpp_names.hpp"

namespace warpmark::tuning {
namespace {

constexpr std::int64_t not_an_axis = -1;

void take_axis(const std::string& name, const parameter_value& value,
               std::vector<policy_axis>& axes) {
  auto axis = std::find_if(axes.begin(), axes.end(), [&](const policy_axis& policy_axis) {
    return policy_axis.name == name;
  });
  if (axis == axes.end()) axis = axes.insert(axes.end(), {.name = name});
  const auto* integer = std::get_if<std::int64_t>(&value);
  axis->is_integer = axis->is_integer && integer != nullptr;
  const std::string text = to_text(value);
  const auto place = std::lower_bound(axis->values.begin(), axis->values.end(), text);
  if (place == axis->values.end() || *place != text) axis->values.insert(place, text);
  if (integer == nullptr) return;
  if (*integer == not_an_axis || *integer > std::numeric_limits<int>::max() ||
      *integer < std::numeric_limits<int>::min())
    throw usage_error(fmt::format(
        "{}={} is not possible in a header: expected an int other than -1, which means that a "
        "variant has no such axis",
        name, *integer));
}

void require_distinct(const std::string& subject, const std::vector<std::string>& names) {
  std::map<std::string, std::string> seen;
  for (const auto& name : names) {
    const auto [at, is_new] = seen.try_emplace(cpp_identifier(name), name);
    if (!is_new)
      throw usage_error(fmt::format("{} '{}' and '{}' are the same identifier of C++, {}", subject,
                                    at->second, name, at->first));
  }
}

void require_identifiers(const policy_family& family) {
  require_distinct("variants", family.variants);
  std::vector<std::string> members = {"from", "variant"};
  for (const auto& axis : family.axes) {
    members.push_back(axis.name);
    auto values = axis.values;
    values.emplace_back("not_an_axis");
    if (!axis.is_integer) require_distinct(fmt::format("values of {}", axis.name), values);
  }
  require_distinct("members of a policy", members);
}

void take_steps(const profile_entry& entry, policy_family& family) {
  std::set<std::string> variants(family.variants.begin(), family.variants.end());
  for (const auto& step : entry.steps) {
    variants.insert(step.use.variant);
    for (const auto& [name, value] : step.use.parameters) take_axis(name, value, family.axes);
  }
  family.variants.assign(variants.begin(), variants.end());
}

// Whether any entry has a different value there, or none.
bool tells_apart(const policy_family& family, const std::string& axis) {
  std::set<std::string> values;
  for (const auto* entry : family.entries) {
    const auto* value = entry->size_problem.rest.find(axis);
    values.insert(value == nullptr ? "" : to_text(*value));
  }
  return values.size() > 1;
}

}  // namespace

std::string policy_axis::type() const {
  return is_integer ? "int" : cpp_identifier(name) + "_value";
}

std::string policy_family::problem_namespace(const profile_entry& entry) const {
  if (!needs_problems) return "";
  std::string result;
  for (const auto& [axis, value] : entry.size_problem.rest)
    if (tells_apart(*this, axis))
      result += fmt::format("{}{}_{}", result.empty() ? "" : "_", axis, to_text(value));
  return cpp_identifier(result.empty() ? "plain" : result);
}

std::string policy_family::values_of(const candidate& candidate) const {
  std::string text = "variant_name::" + cpp_identifier(candidate.variant);
  for (const auto& axis : axes) {
    const auto* value = candidate.parameters.find(axis.name);
    text += ", ";
    if (!axis.is_integer) text += axis.type() + "::";
    if (value == nullptr)
      text += "not_an_axis";
    else
      text += axis.is_integer ? to_text(*value) : cpp_identifier(to_text(*value));
  }
  return text;
}

std::vector<policy_family> policy_families(const profile& profile) {
  std::vector<policy_family> families;
  for (const auto& entry : profile.entries) {
    auto family =
        std::find_if(families.begin(), families.end(), [&](const policy_family& policy_family) {
          return policy_family.name == entry.size_problem.family;
        });
    if (family == families.end())
      family = families.insert(families.end(), {.name = entry.size_problem.family});
    for (const auto* other : family->entries)
      family->needs_problems =
          family->needs_problems || other->size_problem.type == entry.size_problem.type;
    family->entries.push_back(&entry);
    take_steps(entry, *family);
  }
  for (const auto& item : families) require_identifiers(item);
  return families;
}

}  // namespace warpmark::tuning
