#pragma once

#include <cstdint>

#include "variants/contract/axis.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::reduce {

/// Elements that a thread folds while loading.
axis items_axis();

/// Threads of the tree that folds the partial results of a first kernel.
inline constexpr std::uint32_t finishing_block = 256;

/// "vector", bytes a lane loads with one instruction: 4, 8 or 16.
axis vector_bytes_axis();
constraint vector_holds_an_element();

/// "unroll", vectors that a thread has in flight.
axis unroll_axis(std::int64_t base);

}  // namespace warpmark::reduce
