#pragma once

#include <vector>

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark::inspect {

/// Stubs for the host headers that a source includes. Most are empty; those of limits and
/// fixed-width types define the parts that device code uses.
const std::vector<compiler::header_text>& host_headers();

}  // namespace warpmark::inspect
