#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/measurement.hpp"
#include "bench/core/selection.hpp"

namespace warpmark {

/// How to walk a sweep.
struct sweep_options {
  std::uint64_t seed = 0;
  measuring_options measuring;
  std::optional<double> read_ceiling_bytes_per_s;
  std::optional<double> budget_seconds;  ///< Wall time after which no further point is started.
  std::set<std::string> present;         ///< Keys that the journal holds already.
};

/// Why a sweep ended before its last point: empty if it did not.
struct sweep_outcome {
  std::size_t measured = 0;
  std::string stopped;
};

/// Measures the points in order, compiling ahead on the compiler's threads, and hands each
/// measurement to `record` as soon as it is made. Stops early when the budget ends, when
/// `interrupted()` says so, or after a fault that leaves the device unusable.
sweep_outcome run_sweep(const std::vector<point>& points, backend& machine,
                        compiler::kernel_compiler& compile, const sweep_options& options,
                        const std::function<void(const measurement&)>& record,
                        const std::function<bool()>& interrupted);

}  // namespace warpmark
