#pragma once

#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"
#include "variants/contract/problem_axes.hpp"

namespace warpmark::copy {

inline constexpr std::size_t input = 0;  ///< Indices into the buffers of every plan.
inline constexpr std::size_t output = 1;

/// A plan with the two buffers, of input_bytes() each, and no step yet.
launch_plan plan_of_buffers(const problem& problem);

}  // namespace warpmark::copy
