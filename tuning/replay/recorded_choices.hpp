#pragma once

#include <vector>

#include "bench/core/selection.hpp"
#include "tuning/replay/recorded_points.hpp"

namespace warpmark::tuning {

/// The problems and configs to tune that a record has: make_choices() of the selection, in which a
/// problem axis without a setting has all recorded values, restricted to recorded config values.
/// Throws usage_error as make_choices() does; empty if nothing selected is in the record.
std::vector<config_choice> recorded_choices(const registry& registry, selection selection,
                                            const recorded_points& record);

}  // namespace warpmark::tuning
