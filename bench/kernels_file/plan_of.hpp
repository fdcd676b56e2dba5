#pragma once

#include "bench/kernels_file/description.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark::kernels_file {

/// The steps of one execution of a variant at a point that its rules allow. Throws usage_error for
/// values that do not fit their types.
launch_plan plan_of(const description& what, const variant_description& of, const problem& asked,
                    const config& how, const device_limits& limits);

/// The values that every axis has by default.
problem base_problem(const description& what);
config base_config(const variant_description& of);

}  // namespace warpmark::kernels_file
