#pragma once

#include <cstddef>
#include <string>

#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"
#include "variants/vendor/cub_library.hpp"

namespace warpmark::sort {

/// Sorts by `method` of that CUB, "merge" or "radix", from the input to the output. `operations` is
/// the maximum number of operations enqueued into the stream.
launch_plan plan_of_cub(const vendor::installed_cub& cub, const problem& problem,
                        const std::string& method, std::size_t operations);

}  // namespace warpmark::sort
