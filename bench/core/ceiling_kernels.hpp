#pragma once

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark {

/// Compiles and loads `expression` of kernels/`file`. Throws what either throws.
backend::module_handle load_ceiling_kernel(backend& machine, compiler::kernel_compiler& compile,
                                           const std::string& file, const std::string& expression);

}  // namespace warpmark
