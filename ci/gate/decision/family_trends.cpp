#include "ci/gate/decision/family_trends.hpp"

#include <cmath>

#include <fmt/format.h>

#include "bench/statistics/multiple_testing.hpp"
#include "bench/statistics/quantile.hpp"
#include "bench/statistics/t_test.hpp"

namespace warpmark::gate {
namespace {

constexpr std::size_t min_points = 3;
constexpr std::size_t min_rounds = 3;
constexpr double false_discoveries = 0.05;
constexpr double min_shift = 0.002;

struct family_medians {
  std::vector<double> by_round;
  std::size_t points = 0;  // In the round with the most.
};

using families = std::map<std::string, family_medians>;

families medians_by_round(const timing_record& record, const round_table& rounds,
                          const std::vector<bool>& left_out) {
  families found;
  for (const auto& [number, entries] : rounds) {
    std::map<std::string, std::vector<double>> ratios;
    for (const round_entry& entry : entries) {
      const timed_point& point = record.points[entry.point];
      if (point.role == point_role::candidate && !left_out[entry.point])
        ratios[point.family].push_back(entry.log_ratio);
    }
    for (const auto& [family, values] : ratios) {
      if (values.size() < min_points) continue;
      found[family].by_round.push_back(statistics::median(values));
      found[family].points = std::max(found[family].points, values.size());
    }
  }
  std::erase_if(found, [](const auto& item) { return item.second.by_round.size() < min_rounds; });
  return found;
}

}  // namespace

std::vector<std::string> family_trends(const timing_record& record, const round_table& rounds,
                                       const std::vector<bool>& left_out) {
  const families found = medians_by_round(record, rounds, left_out);
  std::vector<statistics::t_result> tests;
  std::vector<double> p_values;
  for (const auto& [family, medians] : found) {
    tests.push_back(statistics::t_test(medians.by_round, 0, statistics::alternative::greater));
    p_values.push_back(tests.back().p_value);
  }
  const auto adjusted = statistics::benjamini_hochberg_adjusted(p_values);
  std::vector<std::string> warnings;
  std::size_t i = 0;
  for (const auto& [family, medians] : found) {
    const double shift = std::expm1(tests[i].estimate);
    if (adjusted[i] <= false_discoveries && shift >= min_shift)
      warnings.push_back(fmt::format(
          "family {}: its {} points without a verdict of their own are {:.2f} % slower together "
          "(q {:.2g} over {} families)",
          family, medians.points, 100 * shift, adjusted[i], found.size()));
    ++i;
  }
  return warnings;
}

}  // namespace warpmark::gate
