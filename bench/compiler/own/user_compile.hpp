#pragma once

#include <string>

#include "bench/compiler/compiled_kernel.hpp"
#include "bench/compiler/ptx/assembler.hpp"

namespace warpmark::compiler {

/// Everything but files that the result of compile_with_user_compiler() depends on, as a key of the
/// cache. Throws compiler_unavailable.
std::string user_compile_key(const compile_request& request);

/// Whether all files that a cached kernel was compiled from are as they were.
bool is_current(const compiled_kernel& kernel);

/// Runs the compiler of `request.compiler`, under the limits, with the request's options, to PTX
/// with line tables; then as kernel_of_ptx(). The kernel has the digests of all files that the
/// compiler read. Throws compile_error with the compiler's output, and compiler_unavailable.
compiled_kernel compile_with_user_compiler(const compile_request& request,
                                           const tool_limits& limits);

}  // namespace warpmark::compiler
