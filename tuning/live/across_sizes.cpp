#include "tuning/live/across_sizes.hpp"

#include <algorithm>
#include <map>

namespace warpmark::tuning {
namespace {

std::vector<std::uint64_t> sizes_to_hold_out(
    const std::optional<std::vector<std::uint64_t>>& hold_out,
    const std::vector<std::uint64_t>& tuned) {
  if (!hold_out) return sizes_between(tuned);
  auto sizes = *hold_out;
  std::erase_if(sizes, [&](std::uint64_t n) {
    return std::find(tuned.begin(), tuned.end(), n) != tuned.end();
  });
  return sizes;
}

}  // namespace

across_sizes plan_across(const std::vector<size_winner>& winners,
                         const std::optional<std::vector<std::uint64_t>>& hold_out,
                         const device_limits& limits) {
  std::map<std::string, series_winners> by_series;
  std::map<std::string, std::vector<std::uint64_t>> sizes;
  for (const size_winner& each : winners) {
    by_series[each.series].winners.push_back(each.winner);
    if (each.base) by_series[each.series].bases.push_back(*each.base);
    sizes[each.series].push_back(static_cast<std::uint64_t>(each.winner.problem.integer("n")));
  }
  across_sizes result;
  for (const auto& [name, of] : by_series) {
    auto all = sizes[name];
    std::sort(all.begin(), all.end());
    for (const auto n : sizes_to_hold_out(hold_out, all)) {
      result.held_out.insert(n);
      all.push_back(n);
    }
    for (auto& each : crossed(of, all, limits)) result.points.push_back(std::move(each));
  }
  return result;
}

}  // namespace warpmark::tuning
