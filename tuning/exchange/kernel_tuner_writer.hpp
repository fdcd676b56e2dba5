#pragma once

#include "bench/journal/lines.hpp"
#include "tuning/exchange/exported_points.hpp"

namespace warpmark::tuning {

/// A cache for Kernel Tuner's simulation mode and tools; schema 1.1.0 of kernel_tuner/schema/cache
/// in github.com/KernelTuner/kernel_tuner. Times are in ms.
///
/// `time` is the median over rounds of their medians and `times` are those medians. Costs that a
/// journal does not separate are all in benchmark_time; the other costs are 0. Configs that were
/// excluded by constraints, did not compile, or failed otherwise have the errors InvalidConfig,
/// CompilationFailedConfig and RuntimeFailedConfig for a time.
journal::json kernel_tuner_cache(const exported_points& exported_points);

}  // namespace warpmark::tuning
