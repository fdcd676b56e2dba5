#include "ci/gate/decision/cause.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "bench/statistics/quantile.hpp"

namespace warpmark::gate {
namespace {

constexpr double max_kelvin_apart = 3;
constexpr double max_power_apart = 0.10;
constexpr double many_discarded = 0.10;
constexpr double max_overhead_ns = 500;
constexpr double longest_short_ns = 100e3;

using quantity = std::optional<double> arm::*;

// The median over the judged pairs of difference(base, head), if any pair has both.
template <class function>
std::optional<double> median_difference(const point_evidence& evidence, quantity member,
                                        function difference) {
  std::vector<double> values;
  for (const round_pair& pair : evidence.point->rounds) {
    if (!pair.discarded.empty() || !evidence.judged.contains(pair.round)) continue;
    if (pair.base.*member && pair.head.*member)
      values.push_back(difference(*(pair.base.*member), *(pair.head.*member)));
  }
  if (values.empty()) return {};
  return statistics::median(values);
}

bool environment_differs(const point_evidence& evidence) {
  const auto kelvin = median_difference(evidence, &arm::temperature_c,
                                        [](double base, double head) { return head - base; });
  const auto power = median_difference(
      evidence, &arm::power_w, [](double base, double head) { return std::log(head / base); });
  return (kelvin && std::abs(*kelvin) > max_kelvin_apart) ||
         (power && std::abs(*power) > std::log1p(max_power_apart)) ||
         static_cast<double>(evidence.discarded) >
             many_discarded * static_cast<double>(evidence.pairs);
}

bool may_be_overhead(const gate_finding& found) {
  if (found.outcome != verdict::regression && found.outcome != verdict::improvement) return false;
  const double change = std::abs(found.effect->head_ns - found.effect->base_ns);
  return change < max_overhead_ns && found.effect->base_ns < longest_short_ns;
}

bool is_constant(const std::vector<gate_finding*>& changed) {
  const auto range_of = [&](auto value) {
    const auto [least, most] =
        std::minmax_element(changed.begin(), changed.end(),
                            [&](const auto* a, const auto* b) { return value(*a) < value(*b); });
    return value(**most) / value(**least);
  };
  return range_of([](const gate_finding& finding) { return finding.effect->base_ns; }) > 2 &&
         range_of([](const gate_finding& finding) {
           return std::abs(finding.effect->head_ns - finding.effect->base_ns);
         }) < 2;
}

}  // namespace

std::string cause_of(const point_evidence& evidence) {
  const auto clock = median_difference(
      evidence, &arm::clock_hz, [](double base, double head) { return std::log(head / base); });
  if (!clock) return "";
  const double change = evidence.estimate();
  const double cycles = change + *clock;
  const bool slower = change > 0;
  if (std::abs(cycles) > std::abs(change) / 2 && (cycles > 0) == slower)
    return slower ? "more cycles" : "fewer cycles";
  if (environment_differs(evidence)) return "environment";
  return slower ? "lower clock" : "higher clock";
}

void find_launch_overheads(std::vector<gate_finding>& findings) {
  // Slower and faster points of a variant apart.
  std::map<std::pair<std::string, verdict>, std::vector<gate_finding*>> changed;
  for (gate_finding& finding : findings)
    if (may_be_overhead(finding)) changed[{finding.variant, finding.outcome}].push_back(&finding);
  for (auto& [variant, points] : changed)
    if (points.size() > 1 && is_constant(points))
      for (gate_finding* point : points) point->effect->cause = "launch overhead";
}

}  // namespace warpmark::gate
