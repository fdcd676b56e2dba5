#pragma once

#include <cstdint>

#include "variants/contract/axis.hpp"

namespace warpmark::reduce {

/// Elements that a thread folds while loading.
axis items_axis();

/// Threads of the tree that folds the partial results of a first kernel.
inline constexpr std::uint32_t finishing_block = 256;

}  // namespace warpmark::reduce
