#include "ci/gate/decision/monitors.hpp"

#include <cmath>

#include <fmt/format.h>

#include "bench/statistics/quantile.hpp"
#include "bench/statistics/t_test.hpp"

namespace warpmark::gate {
namespace {

constexpr std::size_t min_replicates = 3;
constexpr std::size_t min_in_group = 5;
constexpr std::size_t min_signs = 20;
constexpr double monitor_alpha = 0.01;
constexpr double min_order_effect = 0.001;
constexpr double min_lean = 0.10;  // Distance of the share from one half.

}  // namespace

std::optional<std::string> order_effect(const round_table& rounds) {
  std::vector<double> differences;
  for (const auto& [number, entries] : rounds) {
    std::vector<double> base_first;
    std::vector<double> head_first;
    for (const round_entry& entry : entries)
      (entry.base_first ? base_first : head_first).push_back(entry.log_ratio);
    if (base_first.size() < min_in_group || head_first.size() < min_in_group) continue;
    differences.push_back(statistics::median(base_first) - statistics::median(head_first));
  }
  if (differences.size() < min_replicates) return {};
  const auto test = statistics::t_test(differences);
  if (test.p_value >= monitor_alpha || std::abs(test.estimate) < min_order_effect) return {};
  return fmt::format(
      "the order matters: head over base is {:+.2f} % apart between pairs that began with the base "
      "and with the head (p {:.2g}); alternating cancels it, but the machine is not steady",
      100 * std::expm1(test.estimate), test.p_value);
}

std::optional<std::string> one_sidedness(const timing_record& record, const round_table& rounds,
                                         const std::vector<bool>& left_out) {
  std::vector<double> leans;
  for (const auto& [number, entries] : rounds) {
    std::size_t slower = 0;
    std::size_t all = 0;
    for (const round_entry& entry : entries) {
      if (record.points[entry.point].role != point_role::candidate || left_out[entry.point])
        continue;
      ++all;
      slower += entry.log_ratio > 0 ? 1 : 0;
    }
    if (all >= min_signs)
      leans.push_back(static_cast<double>(slower) / static_cast<double>(all) - 0.5);
  }
  if (leans.size() < min_replicates) return {};
  const auto test = statistics::t_test(leans);
  if (test.p_value >= monitor_alpha || std::abs(test.estimate) < min_lean) return {};
  const bool slower = test.estimate > 0;
  return fmt::format(
      "one-sided: {:.0f} % of the points without a verdict of their own are {} (p {:.2g}); a "
      "bias of the measurement, or a small change of all points",
      100 * (0.5 + std::abs(test.estimate)), slower ? "slower" : "faster", test.p_value);
}

}  // namespace warpmark::gate
