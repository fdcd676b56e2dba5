#pragma once

#include <cstdint>
#include <vector>

namespace warpmark::spaces {

/// The place of a config among those that a space allows, from 0.
using config_index = std::uint64_t;

/// The level that a config has on each axis: its value's place among those of the axis.
using level_tuple = std::vector<std::uint32_t>;

}  // namespace warpmark::spaces
