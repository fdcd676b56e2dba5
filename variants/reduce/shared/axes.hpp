#pragma once

#include <cstdint>
#include <vector>

#include "variants/contract/axis.hpp"
#include "variants/contract/element_type.hpp"

namespace warpmark::reduce {

/// Threads per block: powers of two from 32 to 1024 where the tree needs them, else multiples
/// of 32.
axis block_axis(bool power_of_two);

/// Elements that a thread folds while loading.
axis items_axis();

/// Threads of the tree that folds the partial results of a first kernel.
inline constexpr std::uint32_t finishing_block = 256;

std::vector<element_type> every_type();

}  // namespace warpmark::reduce
