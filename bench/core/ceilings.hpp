#pragma once

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/run_manifest.hpp"

namespace warpmark {

/// Measures the read bandwidth of the card (4 GiB, or a quarter of its memory if that is less) and
/// the time of an empty kernel. Empty on a machine without a clock.
measured_ceilings measure_ceilings(backend& machine, compiler::kernel_compiler& compile);

}  // namespace warpmark
