#include "tuning/live/cross.hpp"

#include <cmath>
#include <set>
#include <string>

#include "bench/core/selection.hpp"

namespace warpmark::tuning {

std::vector<std::uint64_t> sizes_between(const std::vector<std::uint64_t>& sizes) {
  std::vector<std::uint64_t> between;
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const double middle =
        std::sqrt(static_cast<double>(sizes[i - 1])) * std::sqrt(static_cast<double>(sizes[i]));
    const auto n = static_cast<std::uint64_t>(std::llround(middle));
    if (n > sizes[i - 1] && n < sizes[i]) between.push_back(n);
  }
  return between;
}

std::vector<point> crossed(const series_winners& series_winners,
                           const std::vector<std::uint64_t>& sizes, const device_limits& limits) {
  std::vector<point> points;
  std::set<std::string> seen;
  for (const std::uint64_t n : sizes)
    for (const auto* some : {&series_winners.winners, &series_winners.bases})
      for (point point : *some) {
        point.problem.set("n", static_cast<std::int64_t>(n));
        if (reason_against(point, limits).empty() && seen.insert(point.key()).second)
          points.push_back(std::move(point));
      }
  return points;
}

}  // namespace warpmark::tuning
