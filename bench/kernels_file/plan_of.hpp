#pragma once

#include "bench/kernels_file/description.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::kernels_file {

/// The steps of one execution of a variant at a point that its constraints allow. Throws
/// usage_error for values that do not fit their types.
launch_plan plan_of(const description& description, const variant_description& variant_description,
                    const problem& problem, const config& config, const device_limits& limits);

/// The default values of all axes.
problem base_problem(const description& description);
config base_config(const variant_description& variant_description);

}  // namespace warpmark::kernels_file
