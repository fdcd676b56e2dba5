#pragma once

#include "variants/contract/element_type.hpp"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::copy {

inline constexpr std::size_t input = 0;  ///< Indices into the buffers of every plan.
inline constexpr std::size_t output = 1;

/// Bytes of the input, which is as large as the output.
std::size_t size_bytes(const problem& asked);

/// A plan with the two buffers, and no step yet.
launch_plan plan_of_buffers(const problem& asked);

}  // namespace warpmark::copy
