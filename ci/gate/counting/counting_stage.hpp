#pragma once

#include <map>
#include <string>

#include "bench/compiler/kernel_compiler.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// Interprets, on both sides, the points that `differences` (of code_differences) names, proves the
/// results right, and compares all counters. Equal ones are UNCHANGED uninterpreted. Needs no card.
/// Kernels are compiled for `architecture`.
stage_outcome compare_counters(const comparison& compared, const gate_settings& settings,
                               const std::map<std::string, std::string>& differences,
                               compiler::kernel_compiler& compile, const std::string& architecture);

}  // namespace warpmark::gate
