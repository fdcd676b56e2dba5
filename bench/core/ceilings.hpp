#pragma once

#include <optional>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/core/run_manifest.hpp"

namespace warpmark {

/// Measures the bandwidths of the card's memory (over 4 GiB, or a quarter of the memory if that is
/// less) and the time of an empty kernel, and checks that `flush` displaces L2. Empty on a backend
/// without a clock. Throws device_error if the card is throttled throughout.
measured_ceilings measure_ceilings(backend& machine, compiler::kernel_compiler& compile,
                                   cache_flush& flush);

/// The time of an empty kernel alone, in ns. Empty on a backend without a clock. Throws as above.
std::optional<double> measure_launch_floor(backend& machine, compiler::kernel_compiler& compile);

}  // namespace warpmark
