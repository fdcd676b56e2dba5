#pragma once

#include <memory>

#include "bench/plugins/plugin_library.hpp"
#include "include/warpmark/plugin.h"
#include "variants/contract/launch_plan.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::plugins {

/// One execution of a variant: the family's buffers, its own, and a call of the plugin's code.
/// `family` is null for warpmark's own families. Throws usage_error if the plugin fails.
launch_plan plan_of(const std::shared_ptr<const plugin_library>& library,
                    const warpmark_family* family, const warpmark_variant& variant,
                    const problem& problem, const config& config);

}  // namespace warpmark::plugins
