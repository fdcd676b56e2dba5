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
  for (const size_winner& winner : winners) {
    by_series[winner.series].winners.push_back(winner.winner);
    if (winner.base) by_series[winner.series].bases.push_back(*winner.base);
    sizes[winner.series].push_back(static_cast<std::uint64_t>(winner.winner.problem.integer("n")));
  }
  across_sizes result;
  for (const auto& [name, of] : by_series) {
    auto all = sizes[name];
    std::sort(all.begin(), all.end());
    for (const auto n : sizes_to_hold_out(hold_out, all)) {
      result.held_out.insert(n);
      all.push_back(n);
    }
    for (auto& row : crossed(of, all, limits)) result.points.push_back(std::move(row));
  }
  return result;
}

}  // namespace warpmark::tuning
