#include "tuning/strategies/candidate_configs.hpp"

#include <algorithm>
#include <unordered_set>

namespace warpmark::tuning {
namespace {

// Axes of two values count as ordered.
bool has_steps(const space_axis& axis) { return axis.is_ordered() || axis.size() == 2; }

// One level up or down on each of two axes.
void append_diagonal_steps(const space& over, const level_tuple& from, std::size_t one,
                           std::size_t other, std::vector<config_index>& to) {
  for (const int first : {-1, 1})
    for (const int second : {-1, 1}) {
      level_tuple levels = from;
      // Below level 0 the sum wraps to a level beyond the axis, which the space does not have.
      levels[one] += static_cast<std::uint32_t>(first);
      levels[other] += static_cast<std::uint32_t>(second);
      if (const auto index = over.index_of(levels)) to.push_back(*index);
    }
}

}  // namespace

std::vector<config_index> random_candidates(search_state& state, std::size_t max_count) {
  std::vector<config_index> result;
  if (state.asked_configs.left() <= max_count) {
    for (config_index index = 0; index < state.over.count(); ++index)
      if (!state.asked_configs.contains(index)) result.push_back(index);
    return result;
  }
  std::unordered_set<config_index> drawn;
  while (result.size() < max_count)
    if (const auto index = state.asked_configs.draw(state.random); drawn.insert(index).second)
      result.push_back(index);
  return result;
}

std::vector<config_index> candidates_near(search_state& state, config_index good,
                                          std::size_t max_count) {
  const auto& axes = state.over.axes();
  const auto levels = state.over.at(good);
  auto result = neighbours(state.over, levels, neighbourhood::any_value);
  for (std::size_t one = 0; one < axes.size(); ++one)
    for (std::size_t other = 0; other < one; ++other)
      if (has_steps(axes[one]) && has_steps(axes[other]))
        append_diagonal_steps(state.over, levels, one, other, result);
  std::erase_if(result, [&](config_index index) { return state.asked_configs.contains(index); });
  if (result.size() > max_count) {
    state.random.shuffle(result);
    result.resize(max_count);
  }
  return result;
}

}  // namespace warpmark::tuning
