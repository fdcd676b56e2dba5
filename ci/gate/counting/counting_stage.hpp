#pragma once

#include <map>
#include <string>

#include "ci/gate/sides/code_differences.hpp"
#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/stage_context.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// Interprets, on both sides, the points that differ by `differences` (of point_differences),
/// verifies the results, and compares all counters. Points of equal code are UNCHANGED, and are
/// only interpreted if the definition of a correct result has changed. Needs no card. Kernels are
/// compiled for `architecture`.
stage_outcome compare_counters(const comparison& compared,
                               const std::map<std::string, point_difference>& differences,
                               const stage_context& context, const std::string& architecture);

}  // namespace warpmark::gate
