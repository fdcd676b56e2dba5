#pragma once

#include <cstdint>

#include "variants/contract/axis.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::reduce {

/// Elements that a thread reduces while loading.
axis items_axis();

/// Threads of the tree that reduces the partial results of a first kernel.
inline constexpr std::uint32_t finishing_block = 256;

/// "vector", bytes a lane loads with one instruction: 4, 8 or 16.
axis vector_bytes_axis();
constraint vector_holds_an_element();

/// "unroll", vectors in flight per thread.
axis unroll_axis(std::int64_t base);

}  // namespace warpmark::reduce
