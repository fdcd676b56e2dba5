#pragma once

#include <cstdint>
#include <vector>

namespace warpmark::spaces {

/// The index of a config in a space, from 0.
using config_index = std::uint64_t;

/// The level of a config on each axis: the index of its value.
using level_tuple = std::vector<std::uint32_t>;

}  // namespace warpmark::spaces
