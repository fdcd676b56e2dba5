#include "tuning/strategies/neighbours.hpp"

namespace warpmark::tuning {

std::vector<config_index> neighbours_along(const space& over, const level_tuple& levels,
                                           std::size_t axis, neighbourhood neighbourhood) {
  std::vector<config_index> result;
  const auto& along = over.axes()[axis];
  const bool nearest = neighbourhood == neighbourhood::adjacent && along.is_ordered();
  const auto own = levels[axis];
  level_tuple other = levels;
  for (std::uint32_t level = own; level-- > 0;) {
    other[axis] = level;
    if (const auto index = over.index_of(other)) {
      result.insert(result.begin(), *index);
      if (nearest) break;
    }
  }
  for (std::uint32_t level = own + 1; level < along.size(); ++level) {
    other[axis] = level;
    if (const auto index = over.index_of(other)) {
      result.push_back(*index);
      if (nearest) break;
    }
  }
  return result;
}

std::vector<config_index> neighbours(const space& over, const level_tuple& levels,
                                     neighbourhood neighbourhood) {
  std::vector<config_index> result;
  for (std::size_t axis = 0; axis < over.axes().size(); ++axis) {
    const auto along = neighbours_along(over, levels, axis, neighbourhood);
    result.insert(result.end(), along.begin(), along.end());
  }
  return result;
}

}  // namespace warpmark::tuning
