#pragma once

#include <span>
#include <string_view>

namespace warpmark::cuda {

/// What --profile calls the metrics below.
inline constexpr std::string_view default_metrics_name = "default";

/// Metrics of Nsight Compute that the interpreter's counters pair with, and the traffic of L2 and
/// memory. A chip that lacks one of them is profiled without it.
std::span<const char* const> default_metrics();

}  // namespace warpmark::cuda
