#pragma once

#include <vector>

#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark::inspect {

/// Stand-ins for headers that the host's part of a source includes. Most are empty; those of limits
/// and fixed-width types define what device code uses of them.
const std::vector<compiler::header_text>& host_headers();

}  // namespace warpmark::inspect
