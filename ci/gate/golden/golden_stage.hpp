#pragma once

#include <filesystem>

#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/selection.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// Two small sizes of every variant that is interpreted, or of those that match. Golden counters
/// are kept of the base configs among these points.
selection golden_selection(std::vector<std::string> patterns);

/// Interprets the points of golden counters that match with the kernels of this program and
/// compares their counters with those in `folder`. Throws usage_error for a folder that holds none.
stage_outcome compare_with_golden(const std::filesystem::path& folder,
                                  const std::vector<std::string>& patterns,
                                  const gate_settings& settings,
                                  compiler::kernel_compiler& compile);

/// Writes all of `folder` anew. Returns how many points it holds. Throws usage_error if a point is
/// not right.
std::size_t refresh_golden(const std::filesystem::path& folder, compiler::kernel_compiler& compile);

}  // namespace warpmark::gate
