#pragma once

#include <filesystem>

#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/selection.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// Two small sizes of every variant that is interpreted, or of those that match. Golden counters
/// are stored for the base configs among these points.
selection golden_selection(std::vector<std::string> patterns);

/// Interprets the matching points of golden counters with this program's kernels and compares their
/// counters with those in `folder`. Throws usage_error for a folder without any.
stage_outcome compare_with_golden(const std::filesystem::path& folder,
                                  const std::vector<std::string>& patterns,
                                  const gate_settings& settings,
                                  compiler::kernel_compiler& compile);

/// Rewrites all of `folder`. Returns the number of points in it. Throws usage_error if a point's
/// result is wrong.
std::size_t refresh_golden(const std::filesystem::path& folder, compiler::kernel_compiler& compile);

}  // namespace warpmark::gate
