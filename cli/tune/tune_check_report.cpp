#include "cli/tune/tune_check_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/tune/tuned_tables.hpp"

namespace warpmark {
namespace {

using namespace tuning;

std::string microseconds(const std::optional<double>& time_ns) {
  return time_ns ? fmt::format("{:.2f}", *time_ns / 1e3) : "";
}

// Values by axis over all entries, in order of appearance.
using axis_values = std::vector<std::pair<std::string, std::vector<std::string>>>;

void add(axis_values& to, const std::string& axis, const std::string& value) {
  auto found =
      std::find_if(to.begin(), to.end(), [&](const auto& item) { return item.first == axis; });
  if (found == to.end()) found = to.insert(to.end(), {axis, {}});
  auto& values = found->second;
  if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
}

bool is_base(const registry& registry, const std::string& family_name, const std::string& name,
             const std::string& value) {
  const family* family = registry.find_family(family_name);
  return family != nullptr &&
         std::any_of(family->axes.begin(), family->axes.end(), [&](const axis& axis) {
           return axis.name == name && to_text(axis.base) == value;
         });
}

}  // namespace

const std::vector<std::string> checked_header = {
    "problem", "stored config", "us", "recorded", "best challenger", "us", "faster", "verdict"};

std::vector<std::string> row_of(const checked_size& checked_size, const size_verdict& verdict) {
  const challenge& met = verdict.challenge_result;
  return {checked_size.name(),
          checked_size.stored().text(),
          microseconds(met.incumbent_ns),
          microseconds(checked_size.recorded_ns()),
          met.by             ? config_text(*met.by)
          : met.incumbent_ns ? "none near it"
                             : "",
          met.by ? microseconds(met.by_ns) : "",
          text_of(met.faster),
          verdict.stale ? "stale: " + verdict.reason : "holds"};
}

std::string remedy(const registry& registry, const profile& profile) {
  std::string families;
  axis_values axes;
  for (const auto& entry : profile.entries) {
    if (families.find(" " + entry.size_problem.family + " ") == std::string::npos)
      families += (families.empty() ? " " : "") + entry.size_problem.family + " ";
    for (const auto& size : entry.sizes) add(axes, "n", std::to_string(size.n));
    add(axes, "type", entry.size_problem.type);
  }
  // Values that all entries share with their family's base are omitted.
  for (const auto& entry : profile.entries)
    for (const auto& [name, value] : entry.size_problem.rest)
      if (!std::all_of(profile.entries.begin(), profile.entries.end(),
                       [&, &key = name](const profile_entry& other) {
                         const auto* its = other.size_problem.rest.find(key);
                         return its == nullptr ||
                                is_base(registry, other.size_problem.family, key, to_text(*its));
                       }))
        add(axes, name, to_text(value));
  std::string settings;
  for (const auto& [name, values] : axes)
    settings += fmt::format(" -p {}={}", name, fmt::join(values, ","));
  return fmt::format("warpmark tune{}{} -o {}_new.json", families.substr(0, families.size() - 1),
                     settings, card_identifier(profile.card.name));
}

}  // namespace warpmark
