#include "ci/gate/settings/judging.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "ci/gate/settings/point_settings.hpp"

namespace warpmark::gate {
namespace {

bool is_of_mix(std::string_view quantity) {
  return quantity.starts_with("ptx.") || quantity.starts_with("sass.");
}

bool is_worse(const change& change) {
  return falling_is_worse(change.quantity) ? change.head < change.base : change.head > change.base;
}

bool is_within(const tolerance& allowed, const change& change) {
  if (!falling_is_worse(change.quantity)) return allowed.allows(change.base, change.head);
  return change.head >= change.base - std::max(allowed.relative * change.base, allowed.absolute);
}

// The relative change; infinite if the base is 0.
double relative_size(const change& change) {
  return std::fabs(std::log(change.head) - std::log(change.base));
}

}  // namespace

bool falling_is_worse(std::string_view quantity) { return quantity == "occupancy"; }

std::optional<tolerance> tolerance_of(const gate_settings& settings, const judged_subject& subject,
                                      const std::string& quantity) {
  std::optional<tolerance> result;
  if (const auto set = settings.tolerances.find(quantity); set != settings.tolerances.end())
    result = set->second;
  else if (!settings.informative.contains(quantity) && !is_of_mix(quantity))
    result = tolerance{};
  for (const auto& item : settings.overrides)
    if (const auto set = item.tolerances.find(quantity);
        set != item.tolerances.end() && names_point(item.match, subject.key, subject.variant))
      result = set->second;
  return result;
}

void judge(std::vector<change>& changes, const gate_settings& settings,
           const judged_subject& subject) {
  for (auto& change : changes) {
    const auto allowed = tolerance_of(settings, subject, change.quantity);
    change.judged = allowed && is_worse(change) && !is_within(*allowed, change);
  }
}

verdict verdict_over(const std::vector<change>& changes, const gate_settings& settings,
                     const judged_subject& subject) {
  bool better = false, worse = false;
  for (const auto& change : changes) {
    if (change.judged) return verdict::regression;
    if (!tolerance_of(settings, subject, change.quantity)) continue;
    (is_worse(change) ? worse : better) = true;
  }
  return better && !worse ? verdict::improvement : verdict::pass;
}

void sort_changes(std::vector<change>& changes) {
  std::stable_sort(changes.begin(), changes.end(), [](const change& a, const change& b) {
    return std::tuple(b.judged, relative_size(b)) < std::tuple(a.judged, relative_size(a));
  });
}

std::string summary_of(const std::vector<change>& changes) {
  constexpr std::size_t max_listed = 3;
  std::string text;
  std::size_t count = 0;
  for (const auto& change : changes)
    if (change.judged && count++ < max_listed)
      text += fmt::format("{}{} {:g} -> {:g}{}{}", text.empty() ? "" : ", ", change.quantity,
                          change.base, change.head, change.unit.empty() ? "" : " ", change.unit);
  return text + (count > max_listed ? fmt::format(" and {} more", count - max_listed) : "");
}

}  // namespace warpmark::gate
