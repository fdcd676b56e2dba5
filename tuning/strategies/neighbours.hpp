#pragma once

#include <vector>

#include "tuning/spaces.hpp"

namespace warpmark::tuning {

/// The configs that a local search may step to. All differ from the current one on one axis.
enum class neighbourhood {
  adjacent,   ///< The nearest allowed value above and below; any allowed one on an axis of names.
  any_value,  ///< Every other allowed value: Hamming distance 1.
};

/// The neighbours of a config of the space, axis by axis, values in ascending order.
std::vector<config_index> neighbours(const space& over, const level_tuple& levels,
                                     neighbourhood neighbourhood);

/// The neighbours along one axis.
std::vector<config_index> neighbours_along(const space& over, const level_tuple& levels,
                                           std::size_t axis, neighbourhood neighbourhood);

}  // namespace warpmark::tuning
