#pragma once

#include <cstddef>
#include <string>

#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::sort {

/// Sorts by CUB's `method`, "merge" or "radix", from the input to the output. `operations` is the
/// maximum number of operations enqueued into the stream.
launch_plan plan_of_cub(const problem& problem, const std::string& method, std::size_t operations);

}  // namespace warpmark::sort
